/** Creation, change and deletion of notifications (API v3 §2.11). */
import type { NotificationInput } from '@waypost/contract/notifications/notifications';
import type { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import { mapConstraintErrors, notFound, validationError } from '../kernel/http/problem.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  deleteNotificationRow,
  findOwnNotification,
  insertNotification,
  isVisibleSet,
  type NotificationRow,
  updateNotificationRow,
} from './notifications.sql.ts';

type ParsedNotificationInput = z.output<typeof NotificationInput>;

const setNotFound = (id: number) => validationError('notifications', 'set', 'exists', { value: id });
const constraintErrors = { notifications_unique: () => validationError('notifications', 'set', 'taken') };

/** @returns the id @throws ValidationError at `/set` for a set that does not exist or that the viewer may not see */
async function requireVisibleSet(tx: Tx, viewer: Viewer, id: number): Promise<number> {
  if (!(await isVisibleSet(tx, viewer, id))) throw setNotFound(id);
  return id;
}

const requestedSetId = (input: ParsedNotificationInput): number | undefined =>
  input.set ?? input.set_id ?? undefined;

/** Reads one of the viewer's own notifications. @throws Problem 401 or 403; 404 also for those of other users */
export async function readOwnNotification(tx: Tx, viewer: Viewer, id: number): Promise<NotificationRow> {
  if (!viewer.isSignedIn) throw accessDenied(viewer, 'read', 'notifications', id);
  const row = await findOwnNotification(tx, viewer, id);
  if (!row) throw notFound('notifications', id);
  return row;
}

/** Creates a notification, or returns the existing one. @param baseUrl the URL at which the viewer reached this server */
export async function createNotification(
  tx: Tx,
  viewer: Viewer,
  input: ParsedNotificationInput,
  baseUrl: string,
): Promise<NotificationRow> {
  if (viewer.id === null) throw accessDenied(viewer, 'create', 'notifications');
  const requestedId = requestedSetId(input);
  if (requestedId === undefined) throw validationError('notifications', 'set', 'required');
  const set_id = await requireVisibleSet(tx, viewer, requestedId);
  const row = { user_id: viewer.id, set_id, base_url: baseUrl, digest: input.digest ?? 'at_once' } as const;
  const id = await mapConstraintErrors(constraintErrors, () => insertNotification(tx, row));
  return readOwnNotification(tx, viewer, id);
}

/** Changes set or digest of the viewer's own notification. @throws Problem 404; ValidationError */
export async function updateNotification(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: ParsedNotificationInput,
): Promise<NotificationRow> {
  const before = await readOwnNotification(tx, viewer, id);
  const requestedId = requestedSetId(input);
  const set_id =
    requestedId === undefined || requestedId === before.set_id
      ? before.set_id
      : await requireVisibleSet(tx, viewer, requestedId);
  const { digest = before.digest } = input;
  if (set_id === before.set_id && digest === before.digest) return before;
  await mapConstraintErrors(constraintErrors, () => updateNotificationRow(tx, id, { set_id, digest }));
  return readOwnNotification(tx, viewer, id);
}

/** Deletes the viewer's own notification. @returns it as it was @throws Problem 404 */
export async function deleteNotification(tx: Tx, viewer: Viewer, id: number): Promise<NotificationRow> {
  const row = await readOwnNotification(tx, viewer, id);
  await deleteNotificationRow(tx, id);
  return row;
}
