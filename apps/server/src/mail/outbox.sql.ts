/** Queries of the outbox. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** A stored mail. */
export type OutboxRow = Selectable<Tables['outbox']>;

/** Stores a mail. @returns its id */
export const insertMail = async (tx: Tx, mail: Insertable<Tables['outbox']>): Promise<number> =>
  (await tx.insertInto('outbox').values(mail).returning('id').executeTakeFirstOrThrow()).id;

/** Fails a mail that waits. @returns false if it has been sent; a mail whose delivery is running may still be sent */
export async function cancelMail(tx: Tx, id: number): Promise<boolean> {
  const { state } =
    (await tx.selectFrom('outbox').select('state').where('id', '=', id).forUpdate().executeTakeFirst()) ?? {};
  if (state === 'waiting')
    await tx
      .updateTable('outbox')
      .set({ state: 'failed', text: null, html: null, mail_transport: null })
      .where('id', '=', id)
      .execute();
  return state !== 'sent';
}

/** A mail by its id. */
export const findMail = (db: Db, id: number): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/** Ids of waiting mails that have not expired, oldest first. */
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

/** Counts a delivery attempt. */
export const countAttempt = async (db: Db, id: number): Promise<void> => {
  await sql`update outbox set attempts = attempts + 1 where id = ${id}`.execute(db);
};

/** Marks a mail as sent and deletes its content, which may be secret. */
export const markSent = async (tx: Tx, id: number): Promise<void> => {
  await sql`update outbox set state = 'sent', sent = now(), fault = null, text = null, html = null, mail_transport = null where id = ${id}`.execute(
    tx,
  );
};

/** Stores the fault code of a failed attempt. */
export const recordError = async (db: Db, id: number, fault: string): Promise<void> => {
  await db.updateTable('outbox').set({ fault }).where('id', '=', id).execute();
};

/** Fails expired mails, and deletes those older than a week. */
export async function expireAndPruneOutbox(db: Db): Promise<void> {
  await sql`update outbox set state = 'failed', text = null, html = null, mail_transport = null where state = 'waiting' and expires <= now()`.execute(
    db,
  );
  await sql`delete from outbox where created < now() - interval '7 days'`.execute(db);
}

/** A page of mails, latest first, and the total. */
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

/** Mails of one state, alike in all that decides whether they are held. */
export interface UnsentGroup extends Pick<OutboxRow, 'state' | 'grants_account_access' | 'mail_transport'> {
  is_expired: boolean;
  count: number;
}

/** Numbers of the mails that are not sent. */
export async function readUnsentGroups(tx: Tx): Promise<UnsentGroup[]> {
  const { rows } = await sql<UnsentGroup>`
    select state, grants_account_access, mail_transport, expires <= now() as is_expired, count(*)::int as count
    from outbox where state <> 'sent' group by 1, 2, 3, 4`.execute(tx);
  return rows;
}
