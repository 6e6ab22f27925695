/** Step 4: what will be sent to whom, and sending it (spec 3 §4, "Publish sequence"). */
import { Alert, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { IconAlertTriangle, IconDeviceMobile } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createSurveyContacts, simulatedSource } from '@waypost/contract/targeted-surveys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatsOf } from '../../ui/formats-of.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/notice.tsx';
import { PartRefused, saveDraft } from './save-draft.ts';
import type { DraftChange, SurveyDraft } from './survey-draft.ts';
import classes from './targeted.module.css';
import { questionsIn } from './targeted-draft.ts';
import { type Audience, recipientsOf } from './targeted-numbers.ts';
import { TargetedStep } from './targeted-step.tsx';

interface Props {
  draft: SurveyDraft;
  saved: SurveyDraft;
  audience: Audience;
  change: (change: DraftChange) => void;
  onSaved: (saved: SurveyDraft) => void;
  onBack: () => void;
  onDone: (id: number) => void;
}

/** The survey is there, but was not sent: said with each field that the server names. */
class NotSent extends Error {}

function pointersOf(error: unknown): string[] {
  const entries = isApiError(error) ? error.entries : [];
  return entries.flatMap((it) => (it.source ? [it.source.pointer] : []));
}

export function TargetedPublish({ draft, saved, audience, change, onSaved, onBack, onDone }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const mayHide = useFeature('anonymise-reporters');
  const [isAsking, setAsking] = useState(false);
  const [isInTurn, setInTurn] = useState(true);
  const questions = questionsIn(draft);
  const recipients = recipientsOf(audience);
  const messages = questions.length * recipients.length;
  const { source, elsewhere, stopped, country } = audience;
  const waiting = isInTurn ? elsewhere : 0;

  /** A publish that failed half-way goes on from there: nothing is made twice. */
  async function publish(): Promise<void> {
    let id: number | null;
    try {
      ({ id } = await saveDraft(draft, saved, (progress) => {
        change({ do: 'replace', draft: progress.draft });
        onSaved(progress.saved);
      }));
      if (id === null) return;
      const body = { contacts: recipients.join(','), country_code: country, in_turn: isInTurn };
      await call(createSurveyContacts, { params: { id }, body }, { quiet: true }).catch((error: unknown) => {
        throw new NotSent('', { cause: error });
      });
    } finally {
      void cache.invalidateQueries({ queryKey: forResource('forms') });
    }
    const form = [String(id)];
    notify('success', t('targeted.publish.done', { name: draft.name, count: messages }), {
      label: t('targeted.publish.seeResponses'),
      onClick: () => void navigate({ to: '/views/data', search: { form, status: ['draft', 'published'] } }),
    });
    onDone(id);
  }

  function textsOf(error: unknown): string[] {
    if (error instanceof NotSent)
      return [t('targeted_survey.error_contacts'), ...problemTexts(error.cause), ...pointersOf(error.cause)];
    const [why = ''] = problemTexts(error instanceof PartRefused ? error.cause : error);
    const told = error instanceof PartRefused ? t('survey.save.part', { label: error.label, why }) : why;
    return [t('targeted_survey.error_message'), told];
  }

  const facts: [string, string | number][] = [
    [t('targeted.publish.recipients'), recipients.length],
    [t('targeted.publish.questions'), questions.length],
    [t('targeted.publish.messages'), messages],
  ];
  return (
    <>
      <TargetedStep
        title={t('targeted.publish.title')}
        lead={draft.name}
        warnings={[
          ...(elsewhere > waiting ? [t('targeted.audience.elsewhere', { count: elsewhere })] : []),
          ...(stopped.length > 0 ? [t('targeted.audience.stopped', { count: stopped.length })] : []),
        ]}
        action={t('targeted.publish.action')}
        isBlocked={source === null}
        onBack={onBack}
        onSubmit={() => setAsking(true)}
      >
        <Facts of={facts} />
        {source === simulatedSource && (
          <Alert
            variant="light"
            color="gray"
            title={t('targeted.publish.simulatedTitle')}
            icon={<Icon of={IconDeviceMobile} />}
          >
            {t('targeted.publish.simulatedText')}
          </Alert>
        )}
        {source === null && (
          <Alert variant="light" color="red" icon={<Icon of={IconAlertTriangle} />}>
            {t('targeted.publish.noSource')}
          </Alert>
        )}
        {elsewhere > 0 && (
          <Switch
            size="md"
            label={t('targeted.publish.inTurn')}
            description={t('targeted.publish.inTurnText')}
            checked={isInTurn}
            onChange={(event) => setInTurn(event.currentTarget.checked)}
          />
        )}
        <Switch
          size="md"
          label={t('targeted.publish.approval')}
          description={t('targeted.publish.approvalText')}
          checked={draft.require_approval}
          onChange={(event) =>
            change({ do: 'set', values: { require_approval: event.currentTarget.checked } })
          }
        />
        <Switch
          size="md"
          label={t('targeted.publish.hideAuthor')}
          description={t('targeted.publish.hideAuthorText')}
          checked={draft.hide_author}
          disabled={!mayHide && !draft.hide_author}
          onChange={(event) => change({ do: 'set', values: { hide_author: event.currentTarget.checked } })}
        />
      </TargetedStep>
      {isAsking && (
        <ConfirmDialog
          title={t('targeted.publish.confirmTitle')}
          action={t('targeted.publish.confirmAction')}
          isHarmless
          textsOf={textsOf}
          onConfirm={publish}
          onClose={() => setAsking(false)}
        >
          <p className={classes['warning']}>
            {t('targeted.publish.confirmRecipients', { count: recipients.length - waiting })}
          </p>
          <p className={classes['warning']}>{t('targeted.publish.confirmMessages', { count: messages })}</p>
          <p className={classes['warning']}>{t('targeted.publish.confirmEnd')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Numbers with what they count. */
export function Facts({ of }: { of: readonly (readonly [string, string | number])[] }) {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(formatsOf(i18n.language));
  return (
    <dl className={classes['counts']}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === 'number' ? format.format(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}
