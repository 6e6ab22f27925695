/** What a reporter agreed to, when and how, and the text that they read. keys: consent.use.*, consent.source.* */
import type { ConsentRecord, PostConsent } from '@waypost/contract/posts/post-consent';
import { consentUses } from '@waypost/contract/surveys/survey-consent';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { Markdown } from '../markdown/markdown.tsx';
import classes from './consent.module.css';

/** Renders an answer, or that there is none. */
export function ConsentSummary({ consent }: { consent: PostConsent }) {
  const { t } = useTranslation();
  const { current, earlier, refused } = consent;
  // What was declined is shown also when the survey no longer asks about it.
  const choices = consentUses.filter(
    (use) => consent.choices.includes(use) || current?.declined.includes(use),
  );
  return (
    <>
      <ConsentAnswers choices={choices} agreed={current?.agreed ?? []} declined={current?.declined ?? []} />
      {refused.some(({ reason }) => reason === 'unanswered') && (
        <p className={classes['source']}>{t('consent.panel.unanswered')}</p>
      )}
      {current && <ConsentSource record={current} />}
      {current?.text && (
        <details className={classes['text'] ?? ''}>
          <summary>{t('consent.panel.text')}</summary>
          <Markdown text={current.text} />
        </details>
      )}
      {earlier.length > 0 && (
        <details className={classes['text'] ?? ''}>
          <summary>{t('consent.panel.earlier')}</summary>
          {earlier.map((record) => (
            <div key={record.id} className={classes['section']}>
              <ConsentAnswers choices={consentUses} agreed={record.agreed} declined={record.declined} />
              <ConsentSource record={record} />
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function ConsentAnswers({
  choices,
  agreed,
  declined,
}: Pick<ConsentRecord, 'agreed' | 'declined'> & { choices: readonly PostConsent['choices'][number][] }) {
  const { t } = useTranslation();
  return (
    <dl className={classes['answers']}>
      {choices.map((use) => (
        <div key={use} style={{ display: 'contents' }}>
          <dt>{t(`consent.use.${use}`)}</dt>
          <dd>
            {agreed.includes(use) && t('consent.answer.yes')}
            {declined.includes(use) && t('consent.answer.no')}
            {!agreed.includes(use) && !declined.includes(use) && t('consent.answer.none')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ConsentSource({ record: { source, created, user, note } }: { record: ConsentRecord }) {
  const { t, i18n } = useTranslation();
  const date = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), { dateStyle: 'medium' }).format(
    new Date(created),
  );
  return (
    <p className={classes['source']}>
      {user?.realname
        ? t('consent.source.member', { name: user.realname, date })
        : t(`consent.source.${source}`, { date })}
      {note && (
        <span className={classes['note']} dir="auto">
          {' '}
          {note}
        </span>
      )}
    </p>
  );
}
