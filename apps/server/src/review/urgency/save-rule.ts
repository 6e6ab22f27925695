/** Adds, changes and deletes rules of urgency. */
import { limits } from '@waypost/contract/common/limits';
import type { UrgencyRuleInput } from '@waypost/contract/review/urgency';
import { recordChange } from '../../audit/audit.public.ts';
import { findCategoriesById } from '../../categories/categories.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { notFound, validationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readSurvey } from '../../surveys/surveys.public.ts';
import {
  deleteRule,
  findRule,
  insertRule,
  lockAndCountRules,
  type NewRule,
  type RuleRow,
  updateRule,
} from './urgency.sql.ts';

const entity = 'urgency-rules';

/** Rules are settings of the deployment. */
const recordRuleChange = (tx: Tx, viewer: Viewer, action: 'create' | 'update' | 'delete') =>
  recordChange(tx, viewer, {
    action: 'update',
    subject: 'config',
    id: 'urgency',
    details: { changed: [`urgency_${action}`] },
  });

const isLimited = (roles: readonly string[] | null) => (roles?.length ?? 0) > 0;

/**
 * A rule as it is stored: with the members of its kind alone.
 * @throws ValidationError for a survey or category that does not exist, or a category that not everyone may see, since the order of the
 *   queue would reveal it
 */
export async function toNewRule(tx: Tx, input: UrgencyRuleInput): Promise<NewRule> {
  const { kind, weight, tag, form, name, words, location, within_km, hours } = input;
  if (kind === 'category') {
    const [category] = await findCategoriesById(tx, tag ? [tag] : []);
    if (!category || isLimited(category.role) || isLimited(category.parent_role))
      throw validationError(entity, 'tag', 'exists', { value: tag ?? '' });
  }
  if (kind === 'survey' && !(form && (await readSurvey(tx, form))))
    throw validationError(entity, 'form', 'exists', { value: form ?? '' });
  const isArea = kind === 'area';
  return {
    kind,
    weight,
    category_id: kind === 'category' ? (tag ?? null) : null,
    survey_id: kind === 'survey' ? (form ?? null) : null,
    name: isArea ? (name ?? null) : null,
    words: kind === 'words' ? [...new Set(words)] : [],
    lat: isArea ? (location?.lat ?? null) : null,
    lon: isArea ? (location?.lon ?? null) : null,
    radius_km: isArea ? (within_km ?? null) : null,
    hours: kind === 'age' ? (hours ?? null) : null,
  };
}

async function requireRule(tx: Tx, id: number): Promise<RuleRow> {
  const rule = await findRule(tx, id);
  if (!rule) throw notFound(entity, id);
  return rule;
}

/** Adds a rule. @throws ValidationError at `/kind` when there are too many */
export async function addRule(tx: Tx, viewer: Viewer, input: UrgencyRuleInput): Promise<RuleRow> {
  const rule = await toNewRule(tx, input);
  const { rules: max } = limits.urgency;
  if ((await lockAndCountRules(tx)) >= max) throw validationError(entity, 'kind', 'max', { max });
  const id = await insertRule(tx, rule);
  await recordRuleChange(tx, viewer, 'create');
  return requireRule(tx, id);
}

/** Changes a rule. @param readInput reads the input, once the rule is found. @throws Problem 404 when there is none */
export async function changeRule(
  tx: Tx,
  viewer: Viewer,
  id: number,
  readInput: () => UrgencyRuleInput,
): Promise<RuleRow> {
  await requireRule(tx, id);
  await updateRule(tx, id, await toNewRule(tx, readInput()));
  await recordRuleChange(tx, viewer, 'update');
  return requireRule(tx, id);
}

/** Deletes a rule. @returns it. @throws Problem 404 when there is none */
export async function removeRule(tx: Tx, viewer: Viewer, id: number): Promise<RuleRow> {
  const rule = await requireRule(tx, id);
  await deleteRule(tx, id);
  await recordRuleChange(tx, viewer, 'delete');
  return rule;
}
