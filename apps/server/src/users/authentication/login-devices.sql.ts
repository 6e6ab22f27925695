/** Every query about devices from which somebody has logged in before. */
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../kernel/db/database.ts';

/** Past the time after which a device is forgotten. */
const isExpired = sql<boolean>`last_used < now() - make_interval(secs => ${limits.knownDevices.expirySeconds})`;

/** @param hashes of the proofs that a device holds @returns its id, if one of them is this person's and not too old */
export async function findLoginDevice(
  db: Db,
  userId: number,
  hashes: readonly Buffer[],
): Promise<number | undefined> {
  const row = await db
    .selectFrom('login_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('hash', 'in', hashes)
    .where((is) => is.not(isExpired))
    .executeTakeFirst();
  return row?.id;
}

/** Notes a login from a known device. @returns its id; undefined when it was revoked meanwhile */
export async function updateDeviceLastUsed(tx: Tx, id: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('login_devices')
    .set({ last_used: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Makes a device known; the one that was used the longest ago goes when there are too many. */
export async function insertLoginDevice(tx: Tx, userId: number, hash: Buffer): Promise<number> {
  const { id } = await tx
    .insertInto('login_devices')
    .values({ user_id: userId, hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    delete from login_devices where user_id = ${userId} and id not in (
      select id from login_devices where user_id = ${userId}
      order by last_used desc, id desc limit ${limits.knownDevices.maxPerAccount})`.execute(tx);
  return id;
}

/**
 * Revokes what a person's devices hold: from then on they count as unknown.
 * @param exceptSessionId a session whose device stays known
 */
export async function deleteLoginDevices(
  tx: Tx,
  userId: number,
  exceptSessionId: number | null = null,
): Promise<void> {
  let devices = tx.deleteFrom('login_devices').where('user_id', '=', userId);
  if (exceptSessionId !== null)
    devices = devices.where('id', 'is distinct from', (of) =>
      of.selectFrom('sessions').select('device_id').where('id', '=', exceptSessionId),
    );
  await devices.execute();
}

/** Revokes what the device of one session holds. */
export const deleteLoginDeviceOfSession = async (
  tx: Tx,
  userId: number,
  sessionId: number,
): Promise<void> => {
  await tx
    .deleteFrom('login_devices')
    .where('user_id', '=', userId)
    .where('id', '=', (of) => of.selectFrom('sessions').select('device_id').where('id', '=', sessionId))
    .execute();
};

export const deleteExpiredDevices = async (db: Db): Promise<void> => {
  await db.deleteFrom('login_devices').where(isExpired).execute();
};
