/** Making, changing and deleting surveys (API v3 §2.4). */
import type { SurveyChange, SurveyInput } from '@waypost/contract/surveys/surveys';
import type { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { requirePrivilege, requireVisible } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { findPicturesOfAttributes } from './answers.sql.ts';
import { readSurveyFields } from './fields.sql.ts';
import { surveyPrivileges } from './surveys.rules.ts';
import {
  deleteSurveyRow,
  insertSurvey,
  lockAndCountSurveys,
  lockSurvey,
  maskPostsOfSurvey,
  readSurvey,
  type SurveyRow,
  updateSurveyRow,
} from './surveys.sql.ts';

async function requireSurvey(tx: Tx, id: number): Promise<SurveyRow> {
  const survey = await readSurvey(tx, id);
  if (!survey) throw notFound('forms', id);
  return survey;
}

/** A survey that the viewer may read. */
export async function requireReadableSurvey(tx: Tx, viewer: Viewer, id: number): Promise<SurveyRow> {
  const survey = await requireSurvey(tx, id);
  requireVisible(viewer, surveyPrivileges(viewer, survey), 'read', 'forms', id);
  return survey;
}

/** A survey that the viewer may redesign; nobody else does until the transaction ends. */
export async function requireEditableSurvey(tx: Tx, viewer: Viewer, id: number): Promise<SurveyRow> {
  await lockSurvey(tx, id);
  const survey = await requireSurvey(tx, id);
  requireVisible(viewer, surveyPrivileges(viewer, survey), 'update', 'forms', id);
  return survey;
}

/** Who is asked by message is chosen one by one: that cannot be everyone. */
function checkTargeted(survey: { targeted_survey: boolean; everyone_can_create: boolean }): void {
  if (survey.targeted_survey && survey.everyone_can_create)
    throw validationError('forms', 'targeted_survey', 'targetedNotForEveryone');
}

async function checkSurveyLimit(tx: Tx): Promise<void> {
  const { forms: limit } = (await readFeatures(tx)).limits;
  if (limit !== true && (await lockAndCountSurveys(tx)) >= limit)
    throw validationError('forms', 'name', 'limitSurveys');
}

/** It asks nothing yet: tasks and attributes are added one by one (API v3 §2.4.1). */
export async function createSurvey(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof SurveyInput>,
): Promise<SurveyRow> {
  requirePrivilege(viewer, surveyPrivileges(viewer, { disabled: false }), 'create', 'forms');
  checkTargeted(input);
  await checkSurveyLimit(tx);
  const { description = null, color = null, type = 'report', ...rest } = input;
  return requireSurvey(tx, await insertSurvey(tx, { ...rest, description, color, type, updated: null }));
}

const maskFlags = ['hide_author', 'hide_time', 'hide_location'] as const;

/** Changes what is given. */
export async function updateSurvey(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof SurveyChange>,
): Promise<SurveyRow> {
  const before = await requireEditableSurvey(tx, viewer, id);
  const changed = omitUndefined(change);
  const after = { ...before, ...changed };
  checkTargeted(after);
  await updateSurveyRow(tx, id, changed);
  if (maskFlags.some((flag) => before[flag] !== after[flag])) await maskPostsOfSurvey(tx, id);
  return requireSurvey(tx, id);
}

/** Removes pictures that no post shows any more; media come after surveys, so the app hands it in. */
export type DiscardPictures = (tx: Tx, ids: readonly number[], txHooks: TransactionHooks) => Promise<void>;
/** The same, of one request. */
export type DiscardPicturesInRequest = (tx: Tx, ids: readonly number[]) => Promise<void>;

/**
 * With its tasks, attributes, posts and their pictures.
 * @returns the survey as it was
 */
export async function deleteSurvey(
  tx: Tx,
  viewer: Viewer,
  id: number,
  discardPictures: DiscardPicturesInRequest,
): Promise<SurveyRow> {
  await lockSurvey(tx, id);
  const survey = await requireSurvey(tx, id);
  requireVisible(viewer, surveyPrivileges(viewer, survey), 'delete', 'forms', id);
  const { attributes } = await readSurveyFields(tx, id);
  const pictures = await findPicturesOfAttributes(tx, id, attributes);
  await deleteSurveyRow(tx, id);
  await discardPictures(tx, pictures);
  return survey;
}
