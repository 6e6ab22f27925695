/** Notifications in API v3 format (API v3 §2.11). */
import type { Notification } from '@waypost/contract/notifications/notifications';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { notificationPrivileges } from './notifications.rules.ts';
import type { NotificationRow } from './notifications.sql.ts';

/** A notification; name and type of the set only if the viewer may still see it. */
export const viewNotification = (viewer: Viewer, urls: UrlBuilder, row: NotificationRow): Notification => ({
  id: row.id,
  url: urls.entity('notifications', row.id),
  user: urls.relation('users', row.user_id),
  set: {
    ...urls.relation('sets', row.set_id),
    ...(row.set_name === null ? {} : { name: row.set_name }),
    ...(row.set_kind === null ? {} : { type: row.set_kind }),
  },
  digest: row.digest,
  created: toApiDate(row.created),
  updated: toApiDateOrNull(row.updated),
  allowed_privileges: notificationPrivileges(viewer),
});
