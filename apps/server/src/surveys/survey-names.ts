/** What surveys are called, for those who may know. */
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { seesWholeSurveys } from './surveys.rules.ts';
import { readNamesOfSurveys } from './surveys.sql.ts';

/** By id; a survey that the viewer may not read, or that is not there, has no entry. */
export const readSurveyNames = (
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, string>> => readNamesOfSurveys(tx, ids, seesWholeSurveys(viewer));
