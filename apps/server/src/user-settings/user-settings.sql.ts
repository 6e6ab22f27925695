/** Every query about people's settings. The owner is part of each, so that nobody meets another's. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Tables } from '../migrations/tables.ts';

export type UserSettingRow = Selectable<Tables['user_settings']>;
type EncryptedSetting = Pick<UserSettingRow, 'config_key' | 'config_value' | 'bound_to'>;

export const findUserSettings = (tx: Tx, ownerId: number): Promise<UserSettingRow[]> =>
  tx.selectFrom('user_settings').selectAll().where('user_id', '=', ownerId).orderBy('id').execute();

export const findUserSetting = (tx: Tx, ownerId: number, id: number): Promise<UserSettingRow | undefined> =>
  tx
    .selectFrom('user_settings')
    .selectAll()
    .where('user_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

export const insertUserSetting = (tx: Tx, ownerId: number, pair: EncryptedSetting): Promise<UserSettingRow> =>
  tx
    .insertInto('user_settings')
    .values({ user_id: ownerId, ...pair, updated: null })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateUserSettingRow = (tx: Tx, id: number, pair: EncryptedSetting): Promise<UserSettingRow> =>
  tx
    .updateTable('user_settings')
    .set({ ...pair, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('user_settings', id));

export const deleteUserSettingRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('user_settings').where('id', '=', id).execute();
};

export const findUserSettingByKey = (
  tx: Tx,
  ownerId: number,
  key: string,
): Promise<UserSettingRow | undefined> =>
  tx
    .selectFrom('user_settings')
    .selectAll()
    .where('user_id', '=', ownerId)
    .where('config_key', '=', key)
    .executeTakeFirst();

/** Of everybody, what may be a key of another service. */
export const findPossibleSecrets = (tx: Tx): Promise<UserSettingRow[]> =>
  tx.selectFrom('user_settings').selectAll().where('config_key', 'ilike', '%api%').execute();

/** The same setting stored otherwise: no change that anybody made. */
export const replaceUserSettingValue = async (tx: Tx, id: number, pair: EncryptedSetting): Promise<void> => {
  await tx.updateTable('user_settings').set(pair).where('id', '=', id).execute();
};
