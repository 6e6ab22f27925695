/** What surveys are called, for those who may know. */
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canSeeHiddenFields } from './surveys.rules.ts';
import { findSurveyNames } from './surveys.sql.ts';

/** By id; a survey that the viewer may not read, or that is not there, has no entry. */
export const readSurveyNames = (
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, string>> => findSurveyNames(tx, ids, canSeeHiddenFields(viewer));
