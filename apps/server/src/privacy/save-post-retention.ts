/** Reads, saves and previews the rules that delete or anonymize posts after a time. */
import { isDeepStrictEqual } from 'node:util';
import type { PostRetentionRule, PostRetentionRuleInput } from '@waypost/contract/privacy/post-retention';
import { recordChange } from '../audit/audit.public.ts';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';
import { toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import { mapConstraintErrors, validationError } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readSurveys } from '../surveys/surveys.public.ts';
import {
  countPostsOfRule,
  type PostRetentionRuleRow,
  readPostRetentionRules,
  replacePostRetentionRules,
} from './post-retention.sql.ts';
import { retentionPrivileges } from './privacy.rules.ts';

const toRow = ({ form, ...rule }: PostRetentionRuleInput): PostRetentionRuleRow => ({
  ...rule,
  survey_id: form === 'none' ? null : form,
  without_survey: form === 'none',
});

const viewRule = (
  urls: UrlBuilder,
  { survey_id, without_survey, ...rule }: PostRetentionRuleRow,
): PostRetentionRule => ({
  form: without_survey ? 'none' : urls.relation('forms', survey_id),
  ...rule,
});

/** All rules. @throws 403 for all but administrators */
export async function viewPostRetentionRules(tx: Tx, viewer: Viewer, urls: UrlBuilder) {
  const privileges = retentionPrivileges(viewer);
  requirePrivilege(viewer, privileges, 'read', 'retention');
  const results = (await readPostRetentionRules(tx)).map((row) => viewRule(urls, row));
  return { count: results.length, results, allowed_privileges: privileges };
}

/**
 * Rules as the audit log records them. Names of surveys are no personal data, and are stored because the survey may be deleted when
 * somebody reads the entry.
 */
async function describeRules(tx: Tx, rules: readonly PostRetentionRuleRow[]) {
  const surveys = await readSurveys(
    tx,
    rules.flatMap(({ survey_id }) => survey_id ?? []),
  );
  return rules.map(({ action, days, keep_exact, status, survey_id, without_survey }) => ({
    action,
    days,
    ...(action === 'anonymize' ? { keep_exact } : {}),
    status,
    form: without_survey ? 'none' : survey_id,
    survey: (survey_id !== null && surveys.get(survey_id)?.name) || null,
  }));
}

/** Replaces all rules. @throws 403 for all but administrators; ValidationError at `rules` for a survey that does not exist */
export async function savePostRetentionRules(
  tx: Tx,
  viewer: Viewer,
  rules: readonly PostRetentionRuleInput[],
): Promise<void> {
  requirePrivilege(viewer, retentionPrivileges(viewer), 'update', 'retention');
  const before = await describeRules(tx, await readPostRetentionRules(tx));
  const rows = rules.map(toRow);
  await mapConstraintErrors(
    {
      post_retention_rules_survey_id_fkey: () =>
        validationError('retention', 'rules', 'exists', { value: 'form' }),
    },
    () => replacePostRetentionRules(tx, rows),
  );
  const after = await describeRules(tx, rows);
  if (isDeepStrictEqual(before, after)) return;
  const details = { changed: ['rules'], rules: { from: before, to: after } };
  await recordChange(tx, viewer, { action: 'update', subject: 'retention', id: 'rules', details });
}

/** What each rule would delete or change now. @throws 403 for all but administrators */
export async function previewPostRetention(tx: Tx, viewer: Viewer, rules: readonly PostRetentionRuleInput[]) {
  requirePrivilege(viewer, retentionPrivileges(viewer), 'read', 'retention');
  // Counting looks at all posts.
  await disableStatementTimeout(tx);
  const results = [];
  for (const rule of rules) {
    const { posts, oldest } = await countPostsOfRule(tx, toRow(rule));
    results.push({ posts, oldest: toApiDateOrNull(oldest) });
  }
  return { results };
}
