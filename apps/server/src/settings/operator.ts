/** What the operator decided, kept beside the settings so that every process and every query knows it. */
import type { operatorsKeys } from '@waypost/contract/settings';
import type { OperatorsWord } from '../kernel/config.ts';
import type { Tx } from '../kernel/db.ts';
import { defined } from '../kernel/defined.ts';
import { replaceStored, type Stored } from './settings.sql.ts';

/** No group that the interface shows; what it says of a group is laid over that. */
export const operatorsRow = 'operator';

export interface StoredWord {
  site?: Partial<Record<(typeof operatorsKeys)[number], string>>;
  features?: Stored;
  maintenance?: boolean;
}

/** Keeps what the environment of this start says, and forgets what that of an earlier one said. */
export async function keepOperatorsWord(tx: Tx, word: OperatorsWord): Promise<void> {
  const { tier, expires, extended, features = {}, maintenance = false } = word;
  const site = defined({ tier, expiration_date: expires, extension_date: extended });
  const stored: StoredWord = { site, features, maintenance };
  await replaceStored(tx, operatorsRow, { ...stored });
}
