/** How many waiting reports a rule matches. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewUrgencyRule } from '@waypost/contract/review/urgency';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import classes from './review-settings.module.css';
import { RuleForm, type RuleValues, toRuleBody } from './rule-input.ts';

/** Milliseconds after the last change until the number is asked for. */
const delayMs = 400;

/** Says what is missing while the rule is not complete. */
export function RulePreview({ values }: { values: RuleValues }) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(values, delayMs);
  const isComplete = RuleForm.safeParse(settled).success;
  const { data, error } = useQuery({
    ...buildEndpointQuery(previewUrgencyRule, { body: toRuleBody(settled) }, { ignoresRefusal: true }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <output className={classes['note']} data-figures>
      {!isComplete && t('reviewSettings.urgency.incomplete')}
      {isComplete && error && formatErrorMessages(error)[0]}
      {isComplete && !error && data && t('reviewSettings.urgency.matches', data)}
    </output>
  );
}
