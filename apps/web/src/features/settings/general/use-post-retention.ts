/** State of the form of the rules that delete or anonymize reports after a time. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  type PostRetentionRule,
  PostRetentionRuleInput,
  previewPostRetention,
  type RetentionAction,
  savePostRetentionRules,
} from '@waypost/contract/privacy/post-retention';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { formatSchemaErrors } from '../../../api/schema-errors.ts';
import { useCall } from '../../../api/use-call.ts';

/** A rule as it is edited. */
export interface RuleDraft {
  key: string;
  /** Id of a survey, `none`, or empty for all reports. */
  form: string;
  /** Empty: any. */
  status: NonNullable<PostRetentionRule['status']> | '';
  action: RetentionAction;
  days: string;
  /** Exact places and times stay for the team; for `anonymize`. */
  keepExact: boolean;
}

const toDraft = ({ form, status, action, days, keep_exact }: PostRetentionRule): RuleDraft => ({
  key: crypto.randomUUID(),
  form: typeof form === 'object' ? String(form?.id ?? '') : form,
  status: status ?? '',
  action,
  days: String(days),
  keepExact: keep_exact,
});

const toInput = ({ form, status, action, days, keepExact }: RuleDraft) => ({
  form: form || null,
  status,
  action,
  days,
  keep_exact: action === 'anonymize' && keepExact,
});
const toText = (drafts: readonly RuleDraft[]) => JSON.stringify(drafts.map(toInput));

/** The numbers of reports that these rules would delete or change now, debounced; undefined until they are counted. */
function usePostRetentionPreview(drafts: readonly RuleDraft[], isValid: boolean) {
  const [debounced] = useDebouncedValue(drafts, 300);
  /** Rules that are being typed may be invalid. */
  const isCurrent = isValid && debounced === drafts;
  const { data, error } = useQuery({
    ...buildEndpointQuery(previewPostRetention, {
      body: { rules: isCurrent ? drafts.map((draft) => PostRetentionRuleInput.parse(toInput(draft))) : [] },
    }),
    enabled: isCurrent && drafts.length > 0,
    staleTime: 0,
  });
  return { counts: isCurrent ? data?.results : undefined, error };
}

/**
 * The rules as they are edited, with their errors and what they would delete or change now.
 * @param stored the saved rules
 * @param onSaved is called after they were saved
 */
export function usePostRetention(stored: readonly PostRetentionRule[], onSaved: () => void) {
  const { t } = useTranslation();
  const [drafts, setDrafts] = useState(() => stored.map(toDraft));
  const [savedText, setSavedText] = useState(() => toText(drafts));
  const errors = drafts.map(
    (draft) =>
      formatSchemaErrors(PostRetentionRuleInput, toInput(draft), { days: t('postRetention.days') })['days'],
  );
  const isValid = errors.every((error) => error === undefined);
  const { counts, error } = usePostRetentionPreview(drafts, isValid);
  const save = useCall(savePostRetentionRules, {
    onSuccess() {
      setSavedText(toText(drafts));
      onSaved();
    },
    invalidates: [],
  });
  const sumOf = (action: RetentionAction) =>
    drafts.reduce(
      (sum, draft, index) => sum + (draft.action === action ? (counts?.[index]?.posts ?? 0) : 0),
      0,
    );
  return {
    drafts,
    errors,
    counts,
    previewError: error,
    isDirty: toText(drafts) !== savedText,
    canSave: isValid && (drafts.length === 0 || counts !== undefined),
    sumOf,
    change: (key: string, change: Partial<RuleDraft>) =>
      setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...change } : draft))),
    remove: (key: string) => setDrafts(drafts.filter((draft) => draft.key !== key)),
    add: () =>
      setDrafts([
        ...drafts,
        {
          key: crypto.randomUUID(),
          form: '',
          status: 'archived',
          action: 'anonymize',
          days: '365',
          keepExact: false,
        },
      ]),
    save: () =>
      save.mutateAsync({
        body: { rules: drafts.map((draft) => PostRetentionRuleInput.parse(toInput(draft))) },
      }),
  };
}
