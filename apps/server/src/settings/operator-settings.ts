/** Settings of the operator (environment variables), stored beside the other settings so that all processes and queries see them. */
import type { OperatorKey } from '@waypost/contract/settings/site-keys';
import type { OperatorSettings } from '../kernel/config/config.ts';
import type { Tx } from '../kernel/db/database.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { replaceStoredGroup, type StoredSettings } from './settings.sql.ts';

/** Name of the row that holds them. It is not a settings group of the API; its values override those of the groups. */
export const operatorRowName = 'operator';

/** The value of the stored row. */
export interface StoredOperatorSettings {
  site?: Partial<Record<OperatorKey, string>>;
  features?: StoredSettings;
  maintenance?: boolean;
}

/** Replaces the stored operator settings by those of this start. */
export async function saveOperatorSettings(tx: Tx, operatorSettings: OperatorSettings): Promise<void> {
  const { tier, expires, extended, features = {}, maintenance = false } = operatorSettings;
  const site = omitUndefined({ tier, expiration_date: expires, extension_date: extended });
  const stored: StoredOperatorSettings = { site, features, maintenance };
  await replaceStoredGroup(tx, operatorRowName, { ...stored });
}
