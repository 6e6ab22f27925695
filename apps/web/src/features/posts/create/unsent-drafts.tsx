import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredReport } from '../../../blocks/device/stored-reports.ts';
import { isNewPhoto } from '../../../blocks/survey-form/photos/new-photo.ts';
import { InlineConfirmButton } from '../../../ui/dialog/inline-confirm-button.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from '../form/report-form.module.css';
import type { FullSurvey } from '../use-full-survey.ts';

interface Props {
  header: ReactNode;
  fullSurvey: FullSurvey;
  /** At least one. */
  drafts: readonly StoredReport[];
  onContinue: (draft: StoredReport) => void;
  onDiscard: (draft: StoredReport) => void;
  onNewReport: () => void;
}

/** Maximum characters of a draft's text in the list. */
const maxExcerptLength = 80;

/** The first words of a draft: its title, its text, or the first answer with words. */
function findFirstWords(
  { answers: { title, content, values } }: StoredReport,
  { attributes }: FullSurvey,
): string {
  const written = attributes
    .flatMap(({ key, input }) =>
      ['text', 'textarea', 'markdown'].includes(input) ? (values[key] ?? []) : [],
    )
    .filter((it) => typeof it === 'string');
  const text = [title, content, ...written].map((it) => it.trim()).find((it) => it !== '') ?? '';
  return text.length > maxExcerptLength ? `${text.slice(0, maxExcerptLength).trimEnd()}…` : text;
}

/** Lists the unsent drafts of a survey on this device, to continue or discard each, or to start a new report. */
export function UnsentDrafts({ header, fullSurvey, drafts, onContinue, onDiscard, onNewReport }: Props) {
  const { t } = useTranslation();
  return (
    <Panel header={header}>
      <div className={classes['body']}>
        <h2 className={classes['unsentDraftsTitle']}>{t('post.draft.found')}</h2>
        <ul className={classes['unsentDrafts']}>
          {drafts.map((draft) => (
            <li key={draft.id}>
              <DraftCard
                draft={draft}
                firstWords={findFirstWords(draft, fullSurvey)}
                onContinue={() => onContinue(draft)}
                onDiscard={() => onDiscard(draft)}
              />
            </li>
          ))}
        </ul>
        <Button variant="default" size="md" onClick={onNewReport}>
          {t('post.draft.new')}
        </Button>
      </div>
    </Panel>
  );
}

interface DraftCardProps {
  draft: StoredReport;
  firstWords: string;
  onContinue: () => void;
  onDiscard: () => void;
}

function DraftCard({ draft, firstWords, onContinue, onDiscard }: DraftCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const photos = Object.values(draft.answers.values).flat().filter(isNewPhoto).length;
  return (
    <section className={classes['unsentDraft']} aria-labelledby={id}>
      <p id={id} dir="auto" className={classes['unsentDraftTitle']}>
        {firstWords || t('post.untitled')}
      </p>
      <p className={classes['unsentDraftFacts']}>
        {t('post.draft.savedAt')} <RelativeTime date={new Date(draft.savedAt).toISOString()} />
        {photos > 0 && ` · ${t('post.draft.photos', { count: photos })}`}
      </p>
      <div className={classes['unsentDraftActions']}>
        <Button size="md" onClick={onContinue} aria-describedby={id}>
          {t('post.draft.continue')}
        </Button>
        <InlineConfirmButton
          variant="default"
          size="md"
          question={t('post.draft.discardAsk')}
          confirmLabel={t('post.draft.discard')}
          cancelLabel={t('post.draft.keep')}
          onConfirm={onDiscard}
        >
          {t('post.draft.discard')}
        </InlineConfirmButton>
      </div>
    </section>
  );
}
