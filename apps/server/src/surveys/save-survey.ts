/** Creates, updates and deletes surveys (API v3 §2.4). */
import { isPlaceRing, PlaceMasking } from '@waypost/contract/surveys/place-masking';
import { SurveyChange, SurveyInput } from '@waypost/contract/surveys/save-surveys';
import type { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import { requireFieldSizesWithinLimits } from '../kernel/http/field-sizes.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { requirePrivilege, requireVisible } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { findPicturesOfAttributes } from './answers.sql.ts';
import { saveConsent } from './consent/save-consent.ts';
import { readSurveyFields } from './fields.sql.ts';
import { recordSurvey, recordSurveySettings } from './record-survey-change.ts';
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

/** A survey that the viewer may read. @throws Problem 404 when it does not exist or is disabled for the viewer */
export async function requireReadableSurvey(tx: Tx, viewer: Viewer, id: number): Promise<SurveyRow> {
  const survey = await requireSurvey(tx, id);
  requireVisible(viewer, surveyPrivileges(viewer, survey), 'read', 'forms', id);
  return survey;
}

/** A survey that the viewer may edit, locked against other edits until the end of the transaction. */
export async function requireEditableSurvey(tx: Tx, viewer: Viewer, id: number): Promise<SurveyRow> {
  await lockSurvey(tx, id);
  const survey = await requireSurvey(tx, id);
  requireVisible(viewer, surveyPrivileges(viewer, survey), 'update', 'forms', id);
  return survey;
}

/** Recipients of a targeted survey are chosen one by one, so it cannot be open to everyone. */
function checkTargeted(survey: { targeted_survey: boolean; everyone_can_create: boolean }): void {
  if (survey.targeted_survey && survey.everyone_can_create)
    throw validationError('forms', 'targeted_survey', 'targetedNotForEveryone');
}

/** A ring that is hardly wider than a circle would tell where its center is. */
function checkPlaceRing(survey: Pick<PlaceMasking, 'place_min_distance' | 'place_max_distance'>): void {
  if (!isPlaceRing(survey)) throw validationError('forms', 'place_max_distance', 'placeDistances');
}

async function checkSurveyLimit(tx: Tx): Promise<void> {
  const { forms: limit } = (await readFeatures(tx)).limits;
  if (limit !== true && (await lockAndCountSurveys(tx)) >= limit)
    throw validationError('forms', 'name', 'limitSurveys');
}

/** Creates a survey without tasks; these are added one by one (API v3 §2.4.1). */
export async function createSurvey(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof SurveyInput>,
): Promise<SurveyRow> {
  requirePrivilege(viewer, surveyPrivileges(viewer, { disabled: false }), 'create', 'forms');
  checkTargeted(input);
  checkPlaceRing(input);
  requireFieldSizesWithinLimits('forms', SurveyInput, input);
  await checkSurveyLimit(tx);
  const { description = null, color = null, type = 'report', consent, ...rest } = input;
  const id = await insertSurvey(tx, { ...rest, description, color, type, updated: null });
  await saveConsent(tx, id, null, consent);
  const survey = await requireSurvey(tx, id);
  await recordSurvey(tx, viewer, 'create', survey);
  return survey;
}

/** What the masked columns of posts depend on. */
const maskSettings = ['hide_author', 'hide_time', 'hide_location', ...PlaceMasking.keyof().options] as const;

/** Updates the fields that are present. */
export async function updateSurvey(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof SurveyChange>,
): Promise<SurveyRow> {
  const before = await requireEditableSurvey(tx, viewer, id);
  requireFieldSizesWithinLimits('forms', SurveyChange, change, { ...before });
  const { consent, ...columns } = change;
  const changed = omitUndefined(columns);
  const after = { ...before, ...changed };
  checkTargeted(after);
  checkPlaceRing(after);
  await updateSurveyRow(tx, id, changed);
  if (maskSettings.some((name) => before[name] !== after[name])) await maskPostsOfSurvey(tx, id);
  if (consent !== undefined) await saveConsent(tx, id, before.consent, consent);
  const updated = await requireSurvey(tx, id);
  await recordSurveySettings(tx, viewer, before, updated);
  return updated;
}

/** Deletes pictures that no post uses any more. Passed in by the app, since surveys must not import media. */
export type DiscardPictures = (tx: Tx, ids: readonly number[]) => Promise<void>;

/**
 * Deletes a survey with its tasks, attributes, posts and their pictures.
 * @returns the deleted survey
 */
export async function deleteSurvey(
  tx: Tx,
  viewer: Viewer,
  id: number,
  discardPictures: DiscardPictures,
): Promise<SurveyRow> {
  await lockSurvey(tx, id);
  const survey = await requireSurvey(tx, id);
  requireVisible(viewer, surveyPrivileges(viewer, survey), 'delete', 'forms', id);
  const { attributes } = await readSurveyFields(tx, id);
  const pictures = await findPicturesOfAttributes(tx, id, attributes);
  await deleteSurveyRow(tx, id);
  await discardPictures(tx, pictures);
  await recordSurvey(tx, viewer, 'delete', survey);
  return survey;
}
