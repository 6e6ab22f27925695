/** Every query about people's settings. The owner is part of each, so that nobody meets another's. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { notFound } from '../kernel/problem.ts';
import type { Tables } from '../migrations/tables.ts';

export type UserSettingRow = Selectable<Tables['user_settings']>;
type Pair = Pick<UserSettingRow, 'config_key' | 'config_value' | 'bound_to'>;

export const findUserSettings = (tx: Tx, owner: number): Promise<UserSettingRow[]> =>
  tx.selectFrom('user_settings').selectAll().where('user_id', '=', owner).orderBy('id').execute();

export const findUserSetting = (tx: Tx, owner: number, id: number): Promise<UserSettingRow | undefined> =>
  tx
    .selectFrom('user_settings')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();

export const insertUserSetting = (tx: Tx, owner: number, pair: Pair): Promise<UserSettingRow> =>
  tx
    .insertInto('user_settings')
    .values({ user_id: owner, ...pair, updated: null })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateUserSettingRow = (tx: Tx, id: number, pair: Pair): Promise<UserSettingRow> =>
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
  owner: number,
  key: string,
): Promise<UserSettingRow | undefined> =>
  tx
    .selectFrom('user_settings')
    .selectAll()
    .where('user_id', '=', owner)
    .where('config_key', '=', key)
    .executeTakeFirst();

/** Of everybody, what may be a key of another service. */
export const findSecrets = (tx: Tx): Promise<UserSettingRow[]> =>
  tx.selectFrom('user_settings').selectAll().where('config_key', 'ilike', '%api%').execute();

/** The same setting stored otherwise: no change that anybody made. */
export const replaceValue = async (tx: Tx, id: number, pair: Pair): Promise<void> => {
  await tx.updateTable('user_settings').set(pair).where('id', '=', id).execute();
};
