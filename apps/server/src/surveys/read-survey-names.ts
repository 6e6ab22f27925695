/** Names of surveys that a viewer may read. */
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canSeeHiddenFields } from './surveys.rules.ts';
import { findSurveyNames } from './surveys.sql.ts';

/** Survey names by id. A survey that the viewer may not read or that does not exist has no entry. */
export const readSurveyNames = (
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, string>> => findSurveyNames(tx, ids, canSeeHiddenFields(viewer));
