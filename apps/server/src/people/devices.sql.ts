/** Every query about devices from which somebody has logged in before. */
import { limits } from '@waypost/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../kernel/db.ts';

/** Past the time after which a device is forgotten. */
const isForgotten = sql<boolean>`last_used < now() - make_interval(secs => ${limits.loginDevices.forgotten})`;

/** @param hashes of the proofs that a device holds @returns its id, if one of them is this person's and not too old */
export async function findDevice(
  db: Db,
  userId: number,
  hashes: readonly Buffer[],
): Promise<number | undefined> {
  const row = await db
    .selectFrom('login_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('hash', 'in', hashes)
    .where((is) => is.not(isForgotten))
    .executeTakeFirst();
  return row?.id;
}

/** Notes a login from a known device. @returns its id; undefined when it was revoked meanwhile */
export async function touchDevice(tx: Tx, id: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('login_devices')
    .set({ last_used: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Makes a device known; the one that was used the longest ago goes when there are too many. */
export async function insertDevice(tx: Tx, userId: number, hash: Buffer): Promise<number> {
  const { id } = await tx
    .insertInto('login_devices')
    .values({ user_id: userId, hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    delete from login_devices where user_id = ${userId} and id not in (
      select id from login_devices where user_id = ${userId}
      order by last_used desc, id desc limit ${limits.loginDevices.most})`.execute(tx);
  return id;
}

/**
 * Revokes what a person's devices hold: from then on they count as unknown.
 * @param exceptOf a session whose device stays known
 */
export async function deleteDevices(tx: Tx, userId: number, exceptOf: number | null = null): Promise<void> {
  let devices = tx.deleteFrom('login_devices').where('user_id', '=', userId);
  if (exceptOf !== null)
    devices = devices.where('id', 'is distinct from', (of) =>
      of.selectFrom('sessions').select('device_id').where('id', '=', exceptOf),
    );
  await devices.execute();
}

/** Revokes what the device of one session holds. */
export const deleteDeviceOfSession = async (tx: Tx, userId: number, session: number): Promise<void> => {
  await tx
    .deleteFrom('login_devices')
    .where('user_id', '=', userId)
    .where('id', '=', (of) => of.selectFrom('sessions').select('device_id').where('id', '=', session))
    .execute();
};

export const deleteForgottenDevices = async (db: Db): Promise<void> => {
  await db.deleteFrom('login_devices').where(isForgotten).execute();
};
