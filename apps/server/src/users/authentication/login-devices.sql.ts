/** Queries for the devices from which users have logged in before. */
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../kernel/db/database.ts';

/** An id that no account has. */
const noUserId = 0;

/** Whether a device has not been used for longer than `limits.knownDevices.expirySeconds`. */
const isExpired = sql<boolean>`last_used < now() - make_interval(secs => ${limits.knownDevices.expirySeconds})`;

/**
 * Finds the device that a login comes from.
 * @param userId null for an address without an account: finds nothing, after the same query
 * @param hashes hashes of the device proofs that the client sent
 * @returns the id of the user's device with one of these hashes; undefined when there is none or it has expired
 */
export async function findLoginDevice(
  db: Db,
  userId: number | null,
  hashes: readonly Buffer[],
): Promise<number | undefined> {
  const row = await db
    .selectFrom('login_devices')
    .select('id')
    .where('user_id', '=', userId ?? noUserId)
    .where('hash', 'in', hashes)
    .where((eb) => eb.not(isExpired))
    .executeTakeFirst();
  return row?.id;
}

/** Records a login from a known device. @returns its id; undefined when it was revoked in the meantime */
export async function updateDeviceLastUsed(tx: Tx, id: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('login_devices')
    .set({ last_used: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Stores a device. Above `limits.knownDevices.maxPerAccount` the least recently used ones are deleted. */
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
 * Deletes all devices of a user. They count as unknown from then on.
 * @param exceptSessionId a session whose device is kept
 */
export async function deleteLoginDevices(
  tx: Tx,
  userId: number,
  exceptSessionId: number | null = null,
): Promise<void> {
  let devices = tx.deleteFrom('login_devices').where('user_id', '=', userId);
  if (exceptSessionId !== null)
    devices = devices.where('id', 'is distinct from', (eb) =>
      eb.selectFrom('sessions').select('device_id').where('id', '=', exceptSessionId),
    );
  await devices.execute();
}

/** Deletes the device of one session of a user. */
export const deleteLoginDeviceOfSession = async (
  tx: Tx,
  userId: number,
  sessionId: number,
): Promise<void> => {
  await tx
    .deleteFrom('login_devices')
    .where('user_id', '=', userId)
    .where('id', '=', (eb) => eb.selectFrom('sessions').select('device_id').where('id', '=', sessionId))
    .execute();
};

/** Deletes the devices that have not been used for too long. */
export const deleteExpiredDevices = async (db: Db): Promise<void> => {
  await db.deleteFrom('login_devices').where(isExpired).execute();
};
