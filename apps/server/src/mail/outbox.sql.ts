/** Every query of the outbox. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

export type OutboxRow = Selectable<Tables['outbox']>;

/** @returns its id */
export const insertMail = async (tx: Tx, mail: Insertable<Tables['outbox']>): Promise<number> =>
  (await tx.insertInto('outbox').values(mail).returning('id').executeTakeFirstOrThrow()).id;

/** Gives up a mail that has not left. @returns whether it has not: one that is being handed over right now may still leave */
export async function cancelMail(tx: Tx, id: number): Promise<boolean> {
  const { state } =
    (await tx.selectFrom('outbox').select('state').where('id', '=', id).forUpdate().executeTakeFirst()) ?? {};
  if (state === 'waiting')
    await tx
      .updateTable('outbox')
      .set({ state: 'failed', text: null, html: null, way: null })
      .where('id', '=', id)
      .execute();
  return state !== 'sent';
}

export const findMail = (db: Db, id: number): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/** Mails that have not left, the oldest first. */
export const findWaitingMailIds = async (tx: Tx): Promise<number[]> =>
  (
    await tx
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'waiting')
      .where('expires', '>', sql<Date>`now()`)
      .orderBy('id')
      .execute()
  ).map((row) => row.id);

export const countAttempt = async (db: Db, id: number): Promise<void> => {
  await sql`update outbox set attempts = attempts + 1 where id = ${id}`.execute(db);
};

/** What was in it may be secret, and is of no use here once it is sent. */
export const markSent = async (tx: Tx, id: number): Promise<void> => {
  await sql`update outbox set state = 'sent', sent = now(), fault = null, text = null, html = null, way = null where id = ${id}`.execute(
    tx,
  );
};

export const recordError = async (db: Db, id: number, fault: string): Promise<void> => {
  await db.updateTable('outbox').set({ fault }).where('id', '=', id).execute();
};

/** Gives up what has expired, and forgets what is a week old. */
export async function expireAndPruneOutbox(db: Db): Promise<void> {
  await sql`update outbox set state = 'failed', text = null, html = null, way = null where state = 'waiting' and expires <= now()`.execute(
    db,
  );
  await sql`delete from outbox where created < now() - interval '7 days'`.execute(db);
}

/** A page of mails, the latest first, and how many there are. */
export async function searchOutbox(
  tx: Tx,
  { limit, offset = 0 }: { limit: number; offset?: number | undefined },
): Promise<{ results: OutboxRow[]; total: number }> {
  const { total } = await tx
    .selectFrom('outbox')
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const results = await tx
    .selectFrom('outbox')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { results, total };
}

/** How many mails wait, how many of them are held back, and how many did not leave within the last seven days. */
export async function readOutboxCounts(tx: Tx): Promise<{ waiting: number; held: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; held: number; failed: number }>`
    select count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'waiting' and opens_account and fault = 'unencrypted') as held,
      count(*) filter (where state = 'failed') as failed
    from outbox where state <> 'sent'`.execute(tx);
  return rows[0] ?? { waiting: 0, held: 0, failed: 0 };
}
