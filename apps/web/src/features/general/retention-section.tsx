/**
 * After how many days personal data goes. What would go now is counted while the numbers are typed, and asked about before they
 * are saved: nothing brings it back. keys: retention.rule.*
 */
import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  previewRetention,
  RetentionInput,
  type RetentionRule,
  retentionRules,
} from '@waypost/contract/retention';
import { readConfig, saveConfig } from '@waypost/contract/settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { schemaErrors } from '../../api/schema-errors.ts';
import { Loaded } from '../../blocks/settings/loaded.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { notify } from '../../ui/notice.tsx';

type Days = Record<RetentionRule, string>;

const daysOf = (stored: Readonly<Record<string, unknown>>): Days =>
  Object.fromEntries(
    retentionRules.map((rule) => {
      const days = stored[rule];
      return [rule, typeof days === 'number' ? String(days) : ''];
    }),
  ) as Days;

const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

export function RetentionSection() {
  const { t } = useTranslation();
  const params = { group: 'retention' };
  const query = useQuery({ ...read(readConfig, { params }, { quiet: true }), ...once });
  return (
    <FormSection title={t('retention.title')} lead={t('retention.lead')}>
      <Loaded query={query} missing={{ title: t('general.missing'), text: '' }}>
        {(stored) => <RetentionForm stored={daysOf(stored)} />}
      </Loaded>
    </FormSection>
  );
}

/** What would go with these numbers, a moment after the last key. */
function usePreview(days: Days, isRight: boolean) {
  const [asked] = useDebouncedValue(days, 300);
  const query = Object.fromEntries(Object.entries(asked).filter(([, text]) => text.trim() !== ''));
  const { data } = useQuery({
    ...read(previewRetention, { query }, { quiet: true }),
    enabled: isRight && Object.keys(query).length > 0,
    staleTime: 0,
  });
  return asked === days ? data : undefined;
}

function RetentionForm({ stored }: { stored: Days }) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(stored);
  const [days, setDays] = useState(stored);
  const [asks, setAsks] = useState(false);
  const labels = Object.fromEntries(retentionRules.map((rule) => [rule, t(`retention.rule.${rule}`)]));
  const faults = schemaErrors(RetentionInput, days, labels);
  const isRight = Object.keys(faults).length === 0;
  const isDirty = retentionRules.some((rule) => days[rule].trim() !== kept[rule].trim());
  const counts = usePreview(days, isRight);
  const total = counts ? retentionRules.reduce((sum, rule) => sum + counts[rule], 0) : 0;
  const isCounted = counts !== undefined || retentionRules.every((rule) => days[rule].trim() === '');
  async function save() {
    await call(saveConfig, { params: { group: 'retention' }, body: days }, { quiet: true });
    setKept(days);
    setAsks(false);
    notify('success', t('retention.done'));
  }
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
          error={faults[rule]}
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
          disabled={!isDirty || !isRight || !isCounted}
          onClick={() => setAsks(true)}
        >
          {t('retention.action')}
        </Button>
      </div>
      {asks && (
        <ConfirmDialog
          title={t('retention.question')}
          action={t('retention.action')}
          isHarmless={total === 0}
          onConfirm={save}
          textsOf={problemTexts}
          onClose={() => setAsks(false)}
        >
          {t('retention.confirm', { number: total })}
        </ConfirmDialog>
      )}
      <LeaveGuard hasChanges={() => isDirty} />
    </>
  );
}
