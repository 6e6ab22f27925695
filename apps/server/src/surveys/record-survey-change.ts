/** Records in the audit log who created or deleted a survey, and who changed what it reveals or who may answer it. */
import { PlaceMasking } from '@waypost/contract/surveys/place-masking';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { AttributeRow, TaskRow } from './fields.sql.ts';
import type { SurveyRow } from './surveys.sql.ts';

interface FieldChange {
  from: unknown;
  to: unknown;
}

/** Settings that are recorded with their values before and after. */
const recordedSettings = [
  'disabled',
  'require_approval',
  'hide_author',
  'hide_time',
  'hide_location',
  'targeted_survey',
  'quick_exit',
  'keep_originals',
  ...PlaceMasking.keyof().options,
] as const;

/** True for everyone, else the names of roles. */
const listAnswerers = (survey: SurveyRow): true | string[] => survey.everyone_can_create || survey.can_create;

/** Names of what became so, or is so no longer. */
const listNames = (label: string, wasListed: boolean, isListed: boolean): FieldChange => ({
  from: wasListed ? [label] : [],
  to: isListed ? [label] : [],
});

async function recordUpdate(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  details: Record<string, FieldChange | string[]>,
): Promise<void> {
  if (Object.keys(details).length > 0)
    await recordChange(tx, viewer, { action: 'update', subject: 'forms', id: surveyId, details });
}

/** Records that a survey was created or deleted. */
export const recordSurvey = (
  tx: Tx,
  viewer: Viewer,
  action: 'create' | 'delete',
  { id, name }: SurveyRow,
): Promise<void> =>
  recordChange(tx, viewer, {
    action,
    subject: 'forms',
    id,
    ...(action === 'delete' ? { name } : {}),
  });

/** Records changed settings, and that what reporters are asked to agree to was changed. */
export async function recordSurveySettings(
  tx: Tx,
  viewer: Viewer,
  before: SurveyRow,
  after: SurveyRow,
): Promise<void> {
  const settings = recordedSettings
    .filter((name) => before[name] !== after[name])
    .map((name) => [name, { from: before[name], to: after[name] }] as const);
  await recordUpdate(tx, viewer, before.id, {
    ...Object.fromEntries(settings),
    ...(before.everyone_can_create === after.everyone_can_create
      ? {}
      : { can_create: { from: listAnswerers(before), to: listAnswerers(after) } }),
    ...(before.consent?.version === after.consent?.version ? {} : { changed: ['consent'] }),
  });
}

/** Records changed roles; they have no effect while everyone may answer. */
export async function recordSurveyRoles(
  tx: Tx,
  viewer: Viewer,
  before: SurveyRow,
  after: SurveyRow,
): Promise<void> {
  const isUnchanged = before.can_create.join('\n') === after.can_create.join('\n');
  if (after.everyone_can_create || isUnchanged) return;
  const can_create = { from: before.can_create, to: after.can_create };
  await recordUpdate(tx, viewer, before.id, { can_create });
}

/** Records that a task is for the team only, or shown with published posts, from now on or no longer. */
export async function recordTask(tx: Tx, viewer: Viewer, before: TaskRow, after: TaskRow): Promise<void> {
  await recordUpdate(tx, viewer, before.form_id, {
    ...(before.task_is_internal_only === after.task_is_internal_only
      ? {}
      : {
          internal_tasks: listNames(after.label, before.task_is_internal_only, after.task_is_internal_only),
        }),
    ...(before.show_when_published === after.show_when_published
      ? {}
      : {
          published_tasks: listNames(after.label, before.show_when_published, after.show_when_published),
        }),
  });
}

/** Records that the answers to an attribute are private from now on or no longer. */
export async function recordAttribute(
  tx: Tx,
  viewer: Viewer,
  before: AttributeRow,
  after: AttributeRow,
): Promise<void> {
  if (before.response_private === after.response_private) return;
  const private_fields = listNames(after.label, before.response_private, after.response_private);
  await recordUpdate(tx, viewer, before.survey_id, { private_fields });
}
