/** Queries of notifications, each limited to one user's own. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, readPage } from '../kernel/db/paging.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Tables } from '../migrations/tables.ts';
import { isSetVisibleTo } from '../posts/posts.public.ts';

/** A notification with its collection or saved search. */
export type NotificationRow = Selectable<Tables['notifications']> & {
  /** Null if the viewer may not see the collection or saved search any more. */
  set_name: string | null;
  set_kind: Tables['sets']['kind'] | null;
};

const selectOwnNotifications = (tx: Tx, viewer: Viewer) =>
  tx
    .selectFrom('notifications')
    .leftJoin('sets', (join) => join.onRef('sets.id', '=', 'notifications.set_id').on(isSetVisibleTo(viewer)))
    .selectAll('notifications')
    .select(['sets.name as set_name', 'sets.kind as set_kind'])
    .where('notifications.user_id', '=', viewer.id);

/** One of the viewer's own notifications. */
export const findOwnNotification = (
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<NotificationRow | undefined> =>
  selectOwnNotifications(tx, viewer).where('notifications.id', '=', id).executeTakeFirst();

interface NotificationSearch {
  set?: number | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'set' | 'created' | 'updated' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of the viewer's own notifications. */
export function searchOwnNotifications(
  tx: Tx,
  viewer: Viewer,
  search: NotificationSearch,
): Promise<Page<NotificationRow>> {
  const query = selectOwnNotifications(tx, viewer);
  const matching = search.set === undefined ? query : query.where('notifications.set_id', '=', search.set);
  const { orderby = 'id', order = 'asc' } = search;
  const orderColumn = sql.ref(`notifications.${orderby === 'set' ? 'set_id' : orderby}`);
  return readPage(matching.orderBy(orderColumn, order).orderBy('notifications.id', order), search);
}

/** Whether a collection or saved search exists and the viewer may see it. */
export async function isVisibleSet(tx: Tx, viewer: Viewer, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('sets')
    .select('id')
    .where('id', '=', id)
    .where(isSetVisibleTo(viewer))
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the id of the new notification, or of the existing one for this user and set */
export async function insertNotification(
  tx: Tx,
  {
    user_id,
    set_id,
    ...rest
  }: Pick<Insertable<Tables['notifications']>, 'user_id' | 'set_id' | 'digest' | 'base_url'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('notifications')
    .values({ user_id, set_id, ...rest, updated: null })
    .onConflict((on) => on.constraint('notifications_unique').doUpdateSet({ set_id }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a notification. */
export const updateNotificationRow = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['notifications']>,
): Promise<void> => {
  await tx
    .updateTable('notifications')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
};

/** Deletes a notification. */
export const deleteNotificationRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('notifications').where('id', '=', id).execute();
};
