/** What the operator decided, kept beside the settings so that every process and every query knows it. */
import type { operatorKeys } from '@waypost/contract/settings/settings';
import type { OperatorSettings } from '../kernel/config/config.ts';
import type { Tx } from '../kernel/db/database.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { replaceStoredGroup, type StoredSettings } from './settings.sql.ts';

/** No group that the interface shows; what it says of a group is laid over that. */
export const operatorRowName = 'operator';

export interface StoredOperatorSettings {
  site?: Partial<Record<(typeof operatorKeys)[number], string>>;
  features?: StoredSettings;
  maintenance?: boolean;
}

/** Keeps what the environment of this start says, and forgets what that of an earlier one said. */
export async function saveOperatorSettings(tx: Tx, operatorSettings: OperatorSettings): Promise<void> {
  const { tier, expires, extended, features = {}, maintenance = false } = operatorSettings;
  const site = omitUndefined({ tier, expiration_date: expires, extension_date: extended });
  const stored: StoredOperatorSettings = { site, features, maintenance };
  await replaceStoredGroup(tx, operatorRowName, { ...stored });
}
