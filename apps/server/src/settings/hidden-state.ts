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

/**
 * Keeps everything hidden when the settings of the site are saved: only administrators end an emergency, and clients send groups
 * back that they read before it. What `private` is set to applies afterwards.
 * @param entries the changed settings of the site
 * @returns those that are written now
 */
export async function keepHidden(
  tx: Tx,
  entries: readonly [key: string, value: unknown][],
): Promise<[key: string, value: unknown][]> {
  const change = entries.find(([key]) => key === 'private');
  const state = change && (await readHiddenState(tx));
  if (!change || !state) return [...entries];
  await replaceHiddenState(tx, { ...state, wasPrivate: change[1] === true });
  return entries.filter((entry) => entry !== change);
}
