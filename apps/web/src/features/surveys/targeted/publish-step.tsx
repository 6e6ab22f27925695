/** Step 4: summary and sending (spec 3 §4, "Publish sequence"). */
import { Alert, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  createSurveyContacts,
  simulatedPhoneSource,
} from '@waypost/contract/targeted-surveys/targeted-surveys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/api-error.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { useCall } from '../../../api/use-call.ts';
import { useFeature } from '../../../blocks/feature-notice/features.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { SurveyPartError, saveDraft } from '../draft/save-draft.ts';
import type { DraftChange, SurveyDraft } from '../draft/survey-draft.ts';
import { getRecipientNumbers, type RecipientInput } from './recipient-input.ts';
import { SourceChoice } from './source-choice.tsx';
import classes from './targeted.module.css';
import { getQuestions } from './targeted-draft.ts';
import { WizardStep } from './wizard-step.tsx';

interface Props {
  draft: SurveyDraft;
  saved: SurveyDraft;
  recipientInput: RecipientInput;
  dispatch: (change: DraftChange) => void;
  onSaved: (saved: SurveyDraft) => void;
  onChooseSource: (source: string) => void;
  onBack: () => void;
  onDone: (id: number) => void;
}

/** The survey was saved but could not be sent. Contains the server's messages. */
class SendError extends Error {}

function listErrorPointers(error: unknown): string[] {
  const entries = isApiError(error) ? error.entries : [];
  return entries.flatMap((entry) => (entry.source ? [entry.source.pointer] : []));
}

/** @returns a function that saves the survey and sends it. It continues after a failed attempt without creating anything twice. */
function usePublish(
  { draft, saved, recipientInput, dispatch, onSaved, onDone }: Omit<Props, 'onBack' | 'onChooseSource'>,
  isQueued: boolean,
): () => Promise<void> {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const send = useCall(createSurveyContacts, { invalidates: [] });
  const recipients = getRecipientNumbers(recipientInput);
  const { country, source } = recipientInput;
  return async () => {
    let id: number | null;
    try {
      ({ id } = await saveDraft(draft, saved, (progress) => {
        dispatch({ type: 'replace', draft: progress.draft });
        onSaved(progress.saved);
      }));
      if (id === null) return;
      const body = {
        contacts: recipients.join(','),
        country_code: country,
        in_turn: isQueued,
        ...(source === null ? {} : { data_source: source }),
      };
      await send.mutateAsync({ params: { id }, body }).catch((error: unknown) => {
        throw new SendError('', { cause: error });
      });
    } finally {
      void cache.invalidateQueries({ queryKey: buildResourceKey('forms') });
    }
    const form = [String(id)];
    notify(
      'success',
      t('targeted.publish.done', { name: draft.name, count: getQuestions(draft).length * recipients.length }),
      {
        label: t('targeted.publish.seeResponses'),
        onClick: () => void navigate({ to: '/views/data', search: { form, status: ['draft', 'published'] } }),
      },
    );
    onDone(id);
  };
}

/** @returns a function that formats the errors of saving and of sending */
function usePublishErrors(): (error: unknown) => string[] {
  const { t } = useTranslation();
  return (error) => {
    if (error instanceof SendError)
      return [
        t('targeted_survey.error_contacts'),
        ...formatErrorMessages(error.cause),
        ...listErrorPointers(error.cause),
      ];
    const [reason = ''] = formatErrorMessages(error instanceof SurveyPartError ? error.cause : error);
    const errorText =
      error instanceof SurveyPartError ? t('survey.save.part', { label: error.label, why: reason }) : reason;
    return [t('targeted_survey.error_message'), errorText];
  };
}

/** Shows the summary and sends the survey. */
export function PublishStep(props: Props) {
  const { draft, saved, recipientInput, dispatch, onSaved, onChooseSource, onBack, onDone } = props;
  const { t } = useTranslation();
  const canAnonymise = useFeature('anonymise-reporters');
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [isQueued, setQueued] = useState(true);
  const questions = getQuestions(draft);
  const recipients = getRecipientNumbers(recipientInput);
  const messageCount = questions.length * recipients.length;
  const { source, sources, inOtherSurveyCount, optedOutNumbers } = recipientInput;
  const waitingCount = isQueued ? inOtherSurveyCount : 0;
  const formatErrors = usePublishErrors();
  const publish = usePublish({ draft, saved, recipientInput, dispatch, onSaved, onDone }, isQueued);

  const counts: [string, string | number][] = [
    [t('targeted.publish.recipients'), recipients.length],
    [t('targeted.publish.questions'), questions.length],
    [t('targeted.publish.messages'), messageCount],
  ];
  return (
    <>
      <WizardStep
        title={t('targeted.publish.title')}
        description={draft.name}
        warnings={[
          ...(inOtherSurveyCount > waitingCount
            ? [t('targeted.audience.elsewhere', { count: inOtherSurveyCount })]
            : []),
          ...(optedOutNumbers.length > 0
            ? [t('targeted.audience.stopped', { count: optedOutNumbers.length })]
            : []),
        ]}
        action={t('targeted.publish.action')}
        isSubmitDisabled={source === null}
        onBack={onBack}
        onSubmit={() => setDialogOpen(true)}
      >
        <CountList entries={counts} />
        {source !== null && <SourceChoice source={source} sources={sources} onChoose={onChooseSource} />}
        {source === simulatedPhoneSource && (
          <Alert
            variant="light"
            color="gray"
            title={t('targeted.publish.simulatedTitle')}
            icon={<Icon icon={IconDeviceMobile} />}
          >
            {t('targeted.publish.simulatedText')}
          </Alert>
        )}
        {inOtherSurveyCount > 0 && (
          <Switch
            size="md"
            label={t('targeted.publish.inTurn')}
            description={t('targeted.publish.inTurnText')}
            checked={isQueued}
            onChange={(event) => setQueued(event.currentTarget.checked)}
          />
        )}
        <Switch
          size="md"
          label={t('targeted.publish.approval')}
          description={t('targeted.publish.approvalText')}
          checked={draft.require_approval}
          onChange={(event) =>
            dispatch({ type: 'set', values: { require_approval: event.currentTarget.checked } })
          }
        />
        <Switch
          size="md"
          label={t('targeted.publish.hideAuthor')}
          description={t('targeted.publish.hideAuthorText')}
          checked={draft.hide_author}
          disabled={!canAnonymise && !draft.hide_author}
          onChange={(event) =>
            dispatch({ type: 'set', values: { hide_author: event.currentTarget.checked } })
          }
        />
      </WizardStep>
      {isDialogOpen && (
        <ConfirmDialog
          title={t('targeted.publish.confirmTitle')}
          confirmLabel={t('targeted.publish.confirmAction')}
          isHarmless
          formatErrors={formatErrors}
          onConfirm={publish}
          onClose={() => setDialogOpen(false)}
        >
          <p className={classes['warning']}>
            {t('targeted.publish.confirmRecipients', { count: recipients.length - waitingCount })}
          </p>
          <p className={classes['warning']}>
            {t('targeted.publish.confirmMessages', { count: messageCount })}
          </p>
          <p className={classes['warning']}>{t('targeted.publish.confirmEnd')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** List of labels with numbers. */
export function CountList({ entries }: { entries: readonly (readonly [string, string | number])[] }) {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  return (
    <dl className={classes['counts']}>
      {entries.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === 'number' ? format.format(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}
