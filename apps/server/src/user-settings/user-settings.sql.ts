/** Queries for user settings. Those that read for a viewer filter by owner. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `user_settings`. */
export type UserSettingRow = Selectable<Tables['user_settings']>;
type EncryptedSetting = Pick<UserSettingRow, 'config_key' | 'config_value' | 'bound_to'>;

/** All settings of a user. */
export const findUserSettings = (tx: Tx, ownerId: number): Promise<UserSettingRow[]> =>
  tx.selectFrom('user_settings').selectAll().where('user_id', '=', ownerId).orderBy('id').execute();

/** A setting of a user by id. */
export const findUserSetting = (tx: Tx, ownerId: number, id: number): Promise<UserSettingRow | undefined> =>
  tx
    .selectFrom('user_settings')
    .selectAll()
    .where('user_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Inserts a setting. */
export const insertUserSetting = (
  tx: Tx,
  ownerId: number,
  setting: EncryptedSetting,
): Promise<UserSettingRow> =>
  tx
    .insertInto('user_settings')
    .values({ user_id: ownerId, ...setting, updated: null })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Updates a setting. @throws Problem 404 when it does not exist */
export const updateUserSettingRow = (
  tx: Tx,
  id: number,
  setting: EncryptedSetting,
): Promise<UserSettingRow> =>
  tx
    .updateTable('user_settings')
    .set({ ...setting, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('user_settings', id));

/** Deletes a setting. */
export const deleteUserSettingRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('user_settings').where('id', '=', id).execute();
};

/** A setting of a user by key. */
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

/** Settings of all users that may contain an API key of another service. */
export const findPossibleSecrets = (tx: Tx): Promise<UserSettingRow[]> =>
  tx.selectFrom('user_settings').selectAll().where('config_key', 'ilike', '%api%').execute();

/** Replaces the stored form of a setting, without changing `updated`. */
export const replaceUserSettingValue = async (
  tx: Tx,
  id: number,
  setting: EncryptedSetting,
): Promise<void> => {
  await tx.updateTable('user_settings').set(setting).where('id', '=', id).execute();
};
