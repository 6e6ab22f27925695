/** Wanting to be told, and not any more (wire 2.11). */
import type { NotificationInput } from '@waypost/contract/notifications';
import type { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { fault, notFound, translating } from '../kernel/problem.ts';
import { refused } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import {
  deleteNotificationRow,
  findOwnNotification,
  insertNotification,
  isVisibleSet,
  type NotificationRow,
  updateNotificationRow,
} from './notifications.sql.ts';

type Input = z.output<typeof NotificationInput>;

const noSuchSet = (id: number) => fault('notifications', 'set', 'exists', { value: id });
const promises = (setId: number) => ({
  notifications_once: () => fault('notifications', 'set', 'taken'),
  notifications_set_id_fkey: () => noSuchSet(setId),
});

/** What to be told of. One that the viewer may not see is answered like one that is not there. */
async function setIn(tx: Tx, viewer: Viewer, id: number): Promise<number> {
  if (!(await isVisibleSet(tx, viewer, id))) throw noSuchSet(id);
  return id;
}

const sentSet = (input: Input): number | undefined => input.set ?? input.set_id ?? undefined;

/** @throws 404 for others' as for those that are not there */
export async function ownNotification(tx: Tx, viewer: Viewer, id: number): Promise<NotificationRow> {
  if (!viewer.isSignedIn) throw refused(viewer, 'read', 'notifications', id);
  const row = await findOwnNotification(tx, viewer, id);
  if (!row) throw notFound('notifications', id);
  return row;
}

/** @param base the address by which the viewer reached this server */
export async function createNotification(
  tx: Tx,
  viewer: Viewer,
  input: Input,
  base: string,
): Promise<NotificationRow> {
  if (viewer.id === null) throw refused(viewer, 'create', 'notifications');
  const sent = sentSet(input);
  if (sent === undefined) throw fault('notifications', 'set', 'required');
  const set_id = await setIn(tx, viewer, sent);
  const row = { user_id: viewer.id, set_id, base, digest: input.digest ?? 'at_once' } as const;
  const id = await translating(promises(set_id), () => insertNotification(tx, row));
  return ownNotification(tx, viewer, id);
}

export async function updateNotification(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: Input,
): Promise<NotificationRow> {
  const before = await ownNotification(tx, viewer, id);
  const sent = sentSet(input);
  const set_id = sent === undefined || sent === before.set_id ? before.set_id : await setIn(tx, viewer, sent);
  const { digest = before.digest } = input;
  if (set_id === before.set_id && digest === before.digest) return before;
  await translating(promises(set_id), () => updateNotificationRow(tx, id, { set_id, digest }));
  return ownNotification(tx, viewer, id);
}

/** @returns it as it was */
export async function deleteNotification(tx: Tx, viewer: Viewer, id: number): Promise<NotificationRow> {
  const row = await ownNotification(tx, viewer, id);
  await deleteNotificationRow(tx, id);
  return row;
}
