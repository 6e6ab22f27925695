/**
 * Keys of other services that people keep: stored encrypted, and bound to the server that they were entered for. A key for the
 * exchange goes to no other address than the one that the operator named when it was entered.
 */
import type { Tx } from '../kernel/db.ts';
import { isSealed, type Vault } from '../kernel/vault.ts';
import { isSecretKey } from './user-settings.rules.ts';
import { findSecrets, findUserSettingByKey, replaceValue, type UserSettingRow } from './user-settings.sql.ts';

export interface KeptKeys {
  vault: Vault;
  /** Of the exchange; undefined where the operator named none. */
  exchangeUrl: string | undefined;
}

type Stored = Pick<UserSettingRow, 'user_id' | 'config_key' | 'config_value' | 'bound_to'>;

/** The server that a key is for, where it is known: keys for the exchange. */
const serverOf = ({ exchangeUrl }: KeptKeys, key: string): string | null =>
  /^hdx_/i.test(key) ? (exchangeUrl?.replace(/\/+$/, '') ?? null) : null;

const purposeOf = ({ user_id, config_key, bound_to }: Omit<Stored, 'config_value'>) =>
  `user-setting/${user_id}/${config_key}/${bound_to ?? ''}`;

/** As it is stored. */
export function sealSetting(
  keys: KeptKeys,
  owner: number,
  { config_key, config_value }: { config_key: string; config_value: string },
): Pick<Stored, 'config_key' | 'config_value' | 'bound_to'> {
  if (!isSecretKey(config_key)) return { config_key, config_value, bound_to: null };
  const bound_to = serverOf(keys, config_key);
  const sealed = keys.vault.seal(config_value, purposeOf({ user_id: owner, config_key, bound_to }));
  return { config_key, config_value: sealed, bound_to };
}

/**
 * A value in plain, for its owner's mask and for work in their name.
 * @returns undefined for a key that was entered for another server, or under another key of this one: it has to be entered anew
 */
export function openSetting(keys: KeptKeys, row: Stored): string | undefined {
  if (!isSecretKey(row.config_key)) return row.config_value;
  if (row.bound_to !== serverOf(keys, row.config_key)) return undefined;
  return keys.vault.open(row.config_value, purposeOf(row));
}

/** What somebody keeps under a key, unmasked: for work in their name, never for an answer. */
export async function readUserSetting(
  tx: Tx,
  keys: KeptKeys,
  owner: number,
  key: string,
): Promise<string | undefined> {
  const row = await findUserSettingByKey(tx, owner, key);
  return row && openSetting(keys, row);
}

/**
 * Encrypts keys that were stored before keys were encrypted, or came in by an older backup; they are bound to the server of now.
 * @returns how many were sealed now
 */
export async function sealStoredKeys(tx: Tx, keys: KeptKeys): Promise<number> {
  const plain = (await findSecrets(tx)).filter(
    ({ config_key, config_value }) => isSecretKey(config_key) && !isSealed(config_value),
  );
  for (const row of plain) await replaceValue(tx, row.id, sealSetting(keys, row.user_id, row));
  return plain.length;
}
