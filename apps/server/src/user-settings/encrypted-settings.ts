/**
 * API keys of other services in user settings are stored encrypted and bound to the server that they were entered for. A key
 * for the exchange is sent only to the URL that was configured when it was entered.
 */
import { trailingSlashes } from '@waypost/contract/common/trailing-slashes';
import type { Tx } from '../kernel/db/database.ts';
import { isEncrypted, type SecretBox } from '../kernel/security/secret-box.ts';
import { isSecretKey } from './user-settings.rules.ts';
import {
  findPossibleSecrets,
  findUserSettingByKey,
  replaceUserSettingValue,
  type UserSettingRow,
} from './user-settings.sql.ts';

/** What encrypts API keys in user settings. */
export interface SettingEncryption {
  secretBox: SecretBox;
  /** URL of the exchange; undefined when none is configured. */
  exchangeUrl: string | undefined;
}

type StoredSetting = Pick<UserSettingRow, 'user_id' | 'config_key' | 'config_value' | 'bound_to'>;

/** The server that a setting is bound to: the exchange for `hdx_` settings, else null. */
const boundServerOf = ({ exchangeUrl }: SettingEncryption, key: string): string | null =>
  /^hdx_/i.test(key) ? (exchangeUrl?.replace(trailingSlashes, '') ?? null) : null;

const encryptionPurposeOf = ({ user_id, config_key, bound_to }: Omit<StoredSetting, 'config_value'>) =>
  `user-setting/${user_id}/${config_key}/${bound_to ?? ''}`;

/** A setting as it is stored. */
export function encryptSetting(
  encryption: SettingEncryption,
  ownerId: number,
  { config_key, config_value }: { config_key: string; config_value: string },
): Pick<StoredSetting, 'config_key' | 'config_value' | 'bound_to'> {
  if (!isSecretKey(config_key)) return { config_key, config_value, bound_to: null };
  const bound_to = boundServerOf(encryption, config_key);
  const encrypted = encryption.secretBox.encrypt(
    config_value,
    encryptionPurposeOf({ user_id: ownerId, config_key, bound_to }),
  );
  return { config_key, config_value: encrypted, bound_to };
}

/**
 * The plain value of a setting, for masking and for work on behalf of the owner.
 * @returns undefined for a key that was entered for another server, or encrypted with another secret: it must be entered again
 */
export function decryptSetting(encryption: SettingEncryption, row: StoredSetting): string | undefined {
  if (!isSecretKey(row.config_key)) return row.config_value;
  if (row.bound_to !== boundServerOf(encryption, row.config_key)) return undefined;
  return encryption.secretBox.decrypt(row.config_value, encryptionPurposeOf(row));
}

/** The unmasked value of a user's setting, for work on behalf of the user. It must not be sent to clients. */
export async function readUserSetting(
  tx: Tx,
  encryption: SettingEncryption,
  ownerId: number,
  key: string,
): Promise<string | undefined> {
  const row = await findUserSettingByKey(tx, ownerId, key);
  return row && decryptSetting(encryption, row);
}

/**
 * Encrypts API keys that were stored in plain text by an older version or backup, and binds them to the current server.
 * @returns the number of keys that were encrypted
 */
export async function encryptPlaintextSettings(tx: Tx, encryption: SettingEncryption): Promise<number> {
  const unencrypted = (await findPossibleSecrets(tx)).filter(
    ({ config_key, config_value }) => isSecretKey(config_key) && !isEncrypted(config_value),
  );
  for (const row of unencrypted)
    await replaceUserSettingValue(tx, row.id, encryptSetting(encryption, row.user_id, row));
  return unencrypted.length;
}
