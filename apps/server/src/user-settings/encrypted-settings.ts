/**
 * Keys of other services that people keep: stored encrypted, and bound to the server that they were entered for. A key for the
 * exchange goes to no other address than the one that the operator named when it was entered.
 */
import type { Tx } from '../kernel/db/database.ts';
import { isEncrypted, type SecretBox } from '../kernel/security/secret-box.ts';
import { isSecretKey } from './user-settings.rules.ts';
import {
  findPossibleSecrets,
  findUserSettingByKey,
  replaceUserSettingValue,
  type UserSettingRow,
} from './user-settings.sql.ts';

export interface SettingEncryption {
  secretBox: SecretBox;
  /** Of the exchange; undefined where the operator named none. */
  exchangeUrl: string | undefined;
}

type StoredSetting = Pick<UserSettingRow, 'user_id' | 'config_key' | 'config_value' | 'bound_to'>;

/** The server that a key is for, where it is known: keys for the exchange. */
const boundServerOf = ({ exchangeUrl }: SettingEncryption, key: string): string | null =>
  /^hdx_/i.test(key) ? (exchangeUrl?.replace(/\/+$/, '') ?? null) : null;

const encryptionPurposeOf = ({ user_id, config_key, bound_to }: Omit<StoredSetting, 'config_value'>) =>
  `user-setting/${user_id}/${config_key}/${bound_to ?? ''}`;

/** As it is stored. */
export function encryptSetting(
  encryption: SettingEncryption,
  ownerId: number,
  { config_key, config_value }: { config_key: string; config_value: string },
): Pick<StoredSetting, 'config_key' | 'config_value' | 'bound_to'> {
  if (!isSecretKey(config_key)) return { config_key, config_value, bound_to: null };
  const bound_to = boundServerOf(encryption, config_key);
  const sealed = encryption.secretBox.encrypt(
    config_value,
    encryptionPurposeOf({ user_id: ownerId, config_key, bound_to }),
  );
  return { config_key, config_value: sealed, bound_to };
}

/**
 * A value in plain, for its owner's mask and for work in their name.
 * @returns undefined for a key that was entered for another server, or under another key of this one: it has to be entered anew
 */
export function decryptSetting(encryption: SettingEncryption, row: StoredSetting): string | undefined {
  if (!isSecretKey(row.config_key)) return row.config_value;
  if (row.bound_to !== boundServerOf(encryption, row.config_key)) return undefined;
  return encryption.secretBox.decrypt(row.config_value, encryptionPurposeOf(row));
}

/** What somebody keeps under a key, unmasked: for work in their name, never for an answer. */
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
 * Encrypts keys that were stored before keys were encrypted, or came in by an older backup; they are bound to the server of now.
 * @returns how many were sealed now
 */
export async function encryptPlaintextSettings(tx: Tx, encryption: SettingEncryption): Promise<number> {
  const unencrypted = (await findPossibleSecrets(tx)).filter(
    ({ config_key, config_value }) => isSecretKey(config_key) && !isEncrypted(config_value),
  );
  for (const row of unencrypted)
    await replaceUserSettingValue(tx, row.id, encryptSetting(encryption, row.user_id, row));
  return unencrypted.length;
}
