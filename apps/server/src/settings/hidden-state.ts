/** Whether an administrator has hidden everything public in an emergency, and the setting that returns afterwards. */
import type { Tx } from '../kernel/db/database.ts';
import { readStoredGroup, replaceStoredGroup } from './settings.sql.ts';

/** Name of the row that holds it. It is not a settings group of the API. */
const rowName = 'hidden-state';

/** Who has hidden everything public. */
export interface HiddenState {
  /** ISO 8601. */
  since: string;
  userId: number;
  /** Whether the deployment was private before. */
  wasPrivate: boolean;
}

/** The state; null while nothing is hidden. */
export async function readHiddenState(tx: Tx): Promise<HiddenState | null> {
  const { since, userId, wasPrivate } = await readStoredGroup(tx, rowName);
  return typeof since === 'string'
    ? { since, userId: Number(userId), wasPrivate: wasPrivate === true }
    : null;
}

/** Stores the state. */
export const replaceHiddenState = (tx: Tx, state: HiddenState | null): Promise<void> =>
  replaceStoredGroup(tx, rowName, { ...state });
