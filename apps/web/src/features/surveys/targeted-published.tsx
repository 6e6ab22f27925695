/** A targeted survey that was sent: how far it is, with whom, and the way to what came in (spec 3 §2). keys: targeted.view.states.* */
import '../../ui/targeted-words.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { builtInRoles } from '@waypost/contract/privileges';
import { readSurveyStats } from '@waypost/contract/stats';
import { readSurvey, type Survey } from '@waypost/contract/surveys';
import { listSurveyContacts, type SurveyContact, simulatedSource } from '@waypost/contract/targeted-surveys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { useAccount } from '../../api/session.ts';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { Loaded } from '../../blocks/settings/loaded.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { formatsOf } from '../../ui/formats-of.ts';
import { useLoadedWords } from '../../ui/i18n.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useStoredSurvey } from './stored-survey.ts';
import classes from './targeted.module.css';
import { Facts } from './targeted-publish.tsx';
import { TargetedWizard } from './targeted-wizard.tsx';

/** Milliseconds between looks: answers come in by themselves. */
const pace = 5000;
/** Recipients on a page. */
const size = 25;

export function PublishedTargetedPage({ id }: { id: number }) {
  useLoadedWords();
  const { t } = useTranslation();
  const survey = useQuery(read(readSurvey, { params: { id } }, { quiet: true }));
  const hasTargeted = useFeature('targeted-surveys');
  const params = { surveyId: String(id) };
  const missing = { title: t('targeted.view.missing'), text: t('targeted.view.missingText') };
  if (survey.data && (!survey.data.targeted_survey || !hasTargeted))
    return <Navigate to="/settings/surveys/edit/$surveyId" params={params} replace />;
  return (
    <SettingsPage
      title={survey.data?.name ?? t('targeted.view.lead')}
      lead={t('targeted.view.lead')}
      actions={
        <ButtonLink to="/settings/surveys/edit/$surveyId" params={params} size="md" variant="default">
          {t('targeted.view.edit')}
        </ButtonLink>
      }
    >
      <Loaded query={survey} missing={missing}>
        {(it) => <Sent survey={it} />}
      </Loaded>
    </SettingsPage>
  );
}

function Sent({ survey }: { survey: Survey }) {
  const params = { id: survey.id };
  const { data, error, refetch } = useQuery({
    ...read(listSurveyContacts, { params }, { quiet: true }),
    staleTime: 0,
    refetchInterval: pace,
  });
  if (error && !data) return <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingList rows={4} height={72} />;
  return data.length === 0 ? <Unsent id={survey.id} /> : <UnderWay survey={survey} contacts={data} />;
}

/** Made, but sent to nobody yet: a copy of another, or one whose publishing failed half-way. */
function Unsent({ id }: { id: number }) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const query = useStoredSurvey(id);
  const missing = { title: t('targeted.view.missing'), text: t('targeted.view.missingText') };
  if (!isChoosing)
    return (
      <EmptyState
        title={t('targeted.view.unsent')}
        action={
          <Button size="md" onClick={() => setChoosing(true)}>
            {t('targeted.view.unsentAction')}
          </Button>
        }
      >
        {t('targeted.view.unsentText')}
      </EmptyState>
    );
  return (
    <Loaded query={query} missing={missing}>
      {(draft) => <TargetedWizard start={draft} saved={draft} firstStep={1} />}
    </Loaded>
  );
}

function UnderWay({ survey, contacts }: { survey: Survey; contacts: readonly SurveyContact[] }) {
  const { t } = useTranslation();
  const isAdmin = useAccount()?.role === builtInRoles.admin;
  const { data, error } = useQuery({
    ...read(readSurveyStats, { params: { id: survey.id } }, { quiet: true }),
    staleTime: 0,
    refetchInterval: pace,
  });
  const isSimulated = contacts.some((it) => it.data_source === simulatedSource);
  const form = [String(survey.id)];
  return (
    <>
      {error && !data && <ErrorState texts={problemTexts(error)} />}
      {!data && !error && <LoadingList rows={1} height={88} />}
      {data && (
        <Facts
          of={[
            [t('targeted.view.responses'), data.total_responses ?? 0],
            [t('targeted.view.recipients'), data.total_recipients ?? 0],
            [t('targeted.view.sent'), data.total_messages_sent ?? 0],
            [t('targeted.view.pending'), data.total_messages_pending ?? 0],
          ]}
        />
      )}
      <div className={classes['ways']}>
        <ButtonLink to="/views/data" search={{ form, status: ['draft', 'published', 'archived'] }} size="md">
          {t('targeted.view.see')}
        </ButtonLink>
        {isSimulated && isAdmin && (
          <ButtonLink to="/settings/phone" size="md" variant="default">
            {t('targeted.view.phone')}
          </ButtonLink>
        )}
      </div>
      <Recipients contacts={contacts} />
    </>
  );
}

const stateNames = {
  WAITING: 'waiting',
  'PENDING RESPONSE': 'pending',
  'RECEIVED RESPONSE': 'received',
  'SURVEY FINISHED': 'finished',
  STOPPED: 'stopped',
  EXPIRED: 'expired',
} as const;
type StateName = (typeof stateNames)[keyof typeof stateNames] | 'moved';

const stateOf = ({ survey_status: status }: SurveyContact): StateName =>
  status in stateNames ? stateNames[status as keyof typeof stateNames] : 'moved';

function Recipients({ contacts }: { contacts: readonly SurveyContact[] }) {
  const { t, i18n } = useTranslation();
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const digits = q.replace(/\D/g, '');
  const found = contacts.filter((it) => it.contact.includes(digits));
  const shown = found.slice((page - 1) * size, page * size);
  const counts = new Map<StateName, number>();
  for (const contact of contacts) counts.set(stateOf(contact), (counts.get(stateOf(contact)) ?? 0) + 1);
  const format = new Intl.NumberFormat(formatsOf(i18n.language));
  return (
    <section className={classes['section']} aria-labelledby="recipients">
      <h2 id="recipients" className={classes['title']}>
        {t('targeted.view.who')}
      </h2>
      <ul className={classes['states']} aria-label={t('targeted.view.progress')}>
        {[...counts].map(([state, count]) => (
          <li key={state}>
            <strong>{format.format(count)}</strong> {t(`targeted.view.states.${state}`)}
          </li>
        ))}
      </ul>
      {contacts.length > size && (
        <SearchField
          label={t('targeted.view.search')}
          value={q}
          onSearch={(text) => {
            setQ(text);
            setPage(1);
          }}
        />
      )}
      {found.length === 0 && <p className={classes['text']}>{t('targeted.view.nobody')}</p>}
      <ul className={classes['recipients']}>
        {shown.map((contact) => (
          <li key={contact.id}>
            <bdi className={classes['number']}>{contact.contact}</bdi>
            <span className={classes['state']}>{t(`targeted.view.states.${stateOf(contact)}`)}</span>
            {contact.post_id !== null && (
              <TextLink
                to="/posts/$postId"
                params={{ postId: String(contact.post_id) }}
                aria-label={t('targeted.view.open', { number: contact.contact })}
              >
                {t('targeted.view.post')}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
      <Pagination page={page} total={found.length} size={size} onPage={setPage} />
    </section>
  );
}
