/**
 * After how many days personal data is deleted. What would be deleted now is counted while the numbers are typed, and shown in
 * a confirmation before saving: it cannot be undone. keys: retention.rule.*
 */
import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  previewRetention,
  RetentionInput,
  type RetentionRule,
  retentionRules,
} from '@waypost/contract/privacy/retention';
import { readConfig, saveConfig } from '@waypost/contract/settings/settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { formatSchemaErrors } from '../../../api/schema-errors.ts';
import { useCall } from '../../../api/use-call.ts';
import { QueryBoundary } from '../../../blocks/settings/query-boundary.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { RetentionPart } from './retention-part.tsx';

type RetentionDays = Record<RetentionRule, string>;

const toRetentionDays = (stored: Readonly<Record<string, unknown>>): RetentionDays =>
  Object.fromEntries(
    retentionRules.map((rule) => {
      const days = stored[rule];
      return [rule, typeof days === 'number' ? String(days) : ''];
    }),
  ) as RetentionDays;

const fetchOnce = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

/** The part of the section about personal data. */
export function PersonalDataRetention() {
  const { t } = useTranslation();
  const params = { group: 'retention' };
  const query = useQuery({ ...buildEndpointQuery(readConfig, { params }), ...fetchOnce });
  return (
    <RetentionPart title={t('retention.title')} lead={t('retention.lead')}>
      <QueryBoundary query={query} notFound={{ title: t('general.missing'), text: '' }}>
        {(stored) => <RetentionForm stored={toRetentionDays(stored)} />}
      </QueryBoundary>
    </RetentionPart>
  );
}

/** The counts of what these numbers would delete, debounced. */
function useRetentionPreview(days: RetentionDays, isValid: boolean) {
  const [debouncedDays] = useDebouncedValue(days, 300);
  const query = Object.fromEntries(Object.entries(debouncedDays).filter(([, text]) => text.trim() !== ''));
  const { data } = useQuery({
    ...buildEndpointQuery(previewRetention, { query }),
    enabled: isValid && Object.keys(query).length > 0,
    staleTime: 0,
  });
  return debouncedDays === days ? data : undefined;
}

function RetentionForm({ stored }: { stored: RetentionDays }) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState(stored);
  const [days, setDays] = useState(stored);
  const [isConfirming, setConfirming] = useState(false);
  const labels = Object.fromEntries(retentionRules.map((rule) => [rule, t(`retention.rule.${rule}`)]));
  const errors = formatSchemaErrors(RetentionInput, days, labels);
  const isValid = Object.keys(errors).length === 0;
  const isDirty = retentionRules.some((rule) => days[rule].trim() !== saved[rule].trim());
  const counts = useRetentionPreview(days, isValid);
  const total = counts ? retentionRules.reduce((sum, rule) => sum + counts[rule], 0) : 0;
  const isCounted = counts !== undefined || retentionRules.every((rule) => days[rule].trim() === '');
  const save = useCall(saveConfig, {
    onSuccess() {
      setSaved(days);
      setConfirming(false);
      notify('success', t('retention.done'));
    },
    invalidates: [],
  });
  return (
    <>
      {retentionRules.map((rule) => (
        <TextInput
          key={rule}
          size="md"
          inputMode="numeric"
          autoComplete="off"
          maw="32rem"
          label={labels[rule]}
          description={
            counts && days[rule].trim() !== ''
              ? t('retention.wouldGo', { number: counts[rule] })
              : t('retention.hint')
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={days[rule]}
          error={errors[rule]}
          onChange={(event) => setDays({ ...days, [rule]: event.currentTarget.value })}
        />
      ))}
      <Text size="sm" c="dimmed">
        {t('retention.text')}
      </Text>
      <div>
        <Button
          size="md"
          variant="default"
          disabled={!isDirty || !isValid || !isCounted}
          onClick={() => setConfirming(true)}
        >
          {t('retention.action')}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('retention.question')}
          confirmLabel={t('retention.action')}
          isHarmless={total === 0}
          onConfirm={() => save.mutateAsync({ params: { group: 'retention' }, body: days })}
          formatErrors={formatErrorMessages}
          onClose={() => setConfirming(false)}
        >
          {t('retention.confirm', { number: total })}
        </ConfirmDialog>
      )}
      <UnsavedChangesGuard hasChanges={() => isDirty} />
    </>
  );
}
