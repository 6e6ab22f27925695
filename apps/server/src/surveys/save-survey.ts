/** Making, changing and deleting surveys (wire 2.4). */
import type { SurveyChange, SurveyInput } from '@waypost/contract/surveys';
import type { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { defined } from '../kernel/defined.ts';
import type { Outcome } from '../kernel/outcome.ts';
import { fault, notFound } from '../kernel/problem.ts';
import { require, requireVisible } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { picturesUnder } from './answers.sql.ts';
import { readSurveyFields } from './fields.sql.ts';
import { surveyPrivileges } from './surveys.rules.ts';
import {
  countSurveysForAdding,
  deleteSurveyRow,
  insertSurvey,
  lockSurvey,
  maskPostsOf,
  readSurvey,
  type SurveyRow,
  updateSurveyRow,
} from './surveys.sql.ts';

async function existing(tx: Tx, id: number): Promise<SurveyRow> {
  const survey = await readSurvey(tx, id);
  if (!survey) throw notFound('forms', id);
  return survey;
}

/** A survey that the viewer may read. */
export async function readableSurvey(tx: Tx, viewer: Viewer, id: number): Promise<SurveyRow> {
  const survey = await existing(tx, id);
  requireVisible(viewer, surveyPrivileges(viewer, survey), 'read', 'forms', id);
  return survey;
}

/** A survey that the viewer may redesign; nobody else does until the transaction ends. */
export async function changeableSurvey(tx: Tx, viewer: Viewer, id: number): Promise<SurveyRow> {
  await lockSurvey(tx, id);
  const survey = await existing(tx, id);
  requireVisible(viewer, surveyPrivileges(viewer, survey), 'update', 'forms', id);
  return survey;
}

/** Who is asked by message is chosen one by one: that cannot be everyone. */
function checkTargeted(survey: { targeted_survey: boolean; everyone_can_create: boolean }): void {
  if (survey.targeted_survey && survey.everyone_can_create)
    throw fault('forms', 'targeted_survey', 'targetedNotForEveryone');
}

async function keepLimit(tx: Tx): Promise<void> {
  const { forms: limit } = (await readFeatures(tx)).limits;
  if (limit !== true && (await countSurveysForAdding(tx)) >= limit)
    throw fault('forms', 'name', 'limitSurveys');
}

/** It asks nothing yet: tasks and attributes are added one by one (wire 2.4.1). */
export async function createSurvey(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof SurveyInput>,
): Promise<SurveyRow> {
  require(viewer, surveyPrivileges(viewer, { disabled: false }), 'create', 'forms');
  checkTargeted(input);
  await keepLimit(tx);
  const { description = null, color = null, type = 'report', ...rest } = input;
  return existing(tx, await insertSurvey(tx, { ...rest, description, color, type, updated: null }));
}

const masks = ['hide_author', 'hide_time', 'hide_location'] as const;

/** Changes what is given. */
export async function updateSurvey(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof SurveyChange>,
): Promise<SurveyRow> {
  const before = await changeableSurvey(tx, viewer, id);
  const changed = defined(change);
  const after = { ...before, ...changed };
  checkTargeted(after);
  await updateSurveyRow(tx, id, changed);
  if (masks.some((flag) => before[flag] !== after[flag])) await maskPostsOf(tx, id);
  return existing(tx, id);
}

/** Removes pictures that no post shows any more; media come after surveys, so the app hands it in. */
export type DiscardPictures = (tx: Tx, ids: readonly number[], outcome: Outcome) => Promise<void>;
/** The same, of one request. */
export type DropPictures = (tx: Tx, ids: readonly number[]) => Promise<void>;

/**
 * With its tasks, attributes, posts and their pictures.
 * @returns the survey as it was
 */
export async function deleteSurvey(
  tx: Tx,
  viewer: Viewer,
  id: number,
  drop: DropPictures,
): Promise<SurveyRow> {
  await lockSurvey(tx, id);
  const survey = await existing(tx, id);
  requireVisible(viewer, surveyPrivileges(viewer, survey), 'delete', 'forms', id);
  const { attributes } = await readSurveyFields(tx, id);
  const pictures = await picturesUnder(tx, id, attributes);
  await deleteSurveyRow(tx, id);
  await drop(tx, pictures);
  return survey;
}
