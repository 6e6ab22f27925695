/**
 * Rules that delete or anonymize reports by survey, status and age. What each would delete or change now is counted while it is edited,
 * and shown in a confirmation before saving: it cannot be undone. keys: post.status.*, postRetention.action.*
 */
import '@mantine/core/styles/Checkbox.layer.css';
import '../../../ui/i18n/retention-labels.ts';
import { Button, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { postStatuses } from '@waypost/contract/browse/post-filters';
import { limits } from '@waypost/contract/common/limits';
import {
  listPostRetentionRules,
  type PostRetentionRule,
  retentionActions,
} from '@waypost/contract/privacy/post-retention';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { QueryBoundary } from '../../../blocks/settings/query-boundary.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { ErrorState } from '../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import classes from './post-retention.module.css';
import { RetentionPart } from './retention-part.tsx';
import { type RuleDraft, usePostRetention } from './use-post-retention.ts';

const fetchOnce = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

/** A choice of a select. */
interface Choice {
  value: string;
  label: string;
}

/** The part of the section about reports. */
export function PostRetention() {
  const { t } = useTranslation();
  const rules = useQuery({ ...buildEndpointQuery(listPostRetentionRules, {}), ...fetchOnce });
  const surveys = useQuery(buildEndpointQuery(listSurveys, {}));
  const query = {
    data: rules.data && surveys.data && { rules: rules.data.results, surveys: surveys.data.results },
    error: rules.error ?? surveys.error,
    refetch: () => Promise.all([rules.refetch(), surveys.refetch()]),
  };
  return (
    <RetentionPart title={t('postRetention.title')} lead={t('postRetention.lead')}>
      <QueryBoundary query={query} notFound={{ title: t('general.missing'), text: '' }}>
        {({ rules, surveys }) => (
          <PostRetentionForm
            stored={rules}
            surveyChoices={surveys.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
      </QueryBoundary>
    </RetentionPart>
  );
}

interface FormProps {
  stored: readonly PostRetentionRule[];
  surveyChoices: readonly Choice[];
}

function PostRetentionForm({ stored, surveyChoices }: FormProps) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const form = usePostRetention(stored, () => {
    setConfirming(false);
    notify('success', t('postRetention.done'));
  });
  const [deleted, anonymized] = [form.sumOf('delete'), form.sumOf('anonymize')];
  return (
    <>
      {form.drafts.length === 0 && <Text c="dimmed">{t('postRetention.empty')}</Text>}
      {form.drafts.map((draft, index) => (
        <RuleFields
          key={draft.key}
          number={index + 1}
          draft={draft}
          error={form.errors[index]}
          count={form.counts?.[index]?.posts}
          surveyChoices={surveyChoices}
          onChange={(change) => form.change(draft.key, change)}
          onRemove={() => form.remove(draft.key)}
        />
      ))}
      {form.previewError && <ErrorState messages={formatErrorMessages(form.previewError)} />}
      <div>
        <Button
          size="md"
          variant="subtle"
          leftSection={<Icon icon={IconPlus} size={18} />}
          disabled={form.drafts.length >= limits.postRetentionRules}
          onClick={form.add}
        >
          {t('postRetention.add')}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {t('postRetention.text')}
      </Text>
      <div>
        <Button
          size="md"
          variant="default"
          disabled={!form.isDirty || !form.canSave}
          onClick={() => setConfirming(true)}
        >
          {t('postRetention.save')}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('postRetention.question')}
          confirmLabel={t('postRetention.save')}
          isHarmless={deleted + anonymized === 0}
          onConfirm={form.save}
          formatErrors={formatErrorMessages}
          onClose={() => setConfirming(false)}
        >
          <Text mb="sm">{t('postRetention.confirm')}</Text>
          {form.drafts.some(({ action, keepExact }) => action === 'anonymize' && !keepExact) && (
            <Text mb="sm">{t('postRetention.confirmExact')}</Text>
          )}
          {deleted > 0 && <Text>{t('postRetention.now.delete', { number: deleted })}</Text>}
          {anonymized > 0 && <Text>{t('postRetention.now.anonymize', { number: anonymized })}</Text>}
        </ConfirmDialog>
      )}
      <UnsavedChangesGuard hasChanges={() => form.isDirty} />
    </>
  );
}

/** Link to the list of reports that are as old, in the survey and status of the rule; nothing for reports without a survey, which no filter finds. */
function OlderReportsLink({ draft: { form, status, days } }: { draft: RuleDraft }) {
  const { t } = useTranslation();
  const [now] = useState(Date.now);
  if (form === 'none') return null;
  const search = {
    ...(form === '' ? {} : { form: [form] }),
    status: status === '' ? [...postStatuses] : [status],
    created_before: new Date(now - Number(days) * 86_400_000).toISOString().slice(0, 10),
  };
  return (
    <TextLink to="/views/data" search={search}>
      {t('postRetention.show')}
    </TextLink>
  );
}

interface RuleProps {
  /** Position in the list, from 1. */
  number: number;
  draft: RuleDraft;
  error: string | undefined;
  /** Reports that the rule would delete or change now; undefined until they are counted. */
  count: number | undefined;
  surveyChoices: readonly Choice[];
  onChange: (change: Partial<RuleDraft>) => void;
  onRemove: () => void;
}

function RuleFields({ number, draft, error, count, surveyChoices, onChange, onRemove }: RuleProps) {
  const { t } = useTranslation();
  const surveys = [
    { value: '', label: t('postRetention.anySurvey') },
    { value: 'none', label: t('postRetention.noSurvey') },
    ...surveyChoices,
  ];
  const statuses = [
    { value: '', label: t('postRetention.anyStatus') },
    ...postStatuses.map((status) => ({ value: status, label: t(`post.status.${status}`) })),
  ] as const;
  const actions = retentionActions.map((action) => ({
    value: action,
    label: t(`postRetention.action.${action}`),
  }));
  return (
    <fieldset className={classes['rule']}>
      <legend className={classes['legend']}>{t('postRetention.rule', { number })}</legend>
      <NativeSelect
        size="md"
        label={t('postRetention.survey')}
        data={surveys}
        value={draft.form}
        onChange={(event) => onChange({ form: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label={t('postRetention.status')}
        data={[...statuses]}
        value={draft.status}
        onChange={(event) =>
          onChange({ status: statuses.find(({ value }) => value === event.currentTarget.value)?.value ?? '' })
        }
      />
      <TextInput
        size="md"
        inputMode="numeric"
        autoComplete="off"
        label={t('postRetention.days')}
        value={draft.days}
        error={error}
        onChange={(event) => onChange({ days: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label={t('postRetention.what')}
        data={actions}
        value={draft.action}
        onChange={(event) =>
          onChange({
            action: retentionActions.find((action) => action === event.currentTarget.value) ?? draft.action,
          })
        }
      />
      {draft.action === 'anonymize' && (
        <Checkbox
          className={classes['exact'] ?? ''}
          size="md"
          label={t('postRetention.keepExact')}
          description={t('postRetention.keepExactHint')}
          checked={draft.keepExact}
          onChange={(event) => onChange({ keepExact: event.currentTarget.checked })}
        />
      )}
      <div className={classes['count']}>
        <output>
          {error === undefined &&
            (count === undefined ? t('state.loading') : t('postRetention.affected', { number: count }))}
        </output>
        {count !== undefined && count > 0 && <OlderReportsLink draft={draft} />}
      </div>
      <Button
        className={classes['remove'] ?? ''}
        size="compact-md"
        variant="subtle"
        color="red"
        leftSection={<Icon icon={IconTrash} size={18} />}
        onClick={onRemove}
      >
        {t('postRetention.remove')}
      </Button>
    </fieldset>
  );
}
