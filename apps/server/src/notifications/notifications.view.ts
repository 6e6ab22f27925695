/** Notifications as they leave the server. */
import type { Notification } from '@waypost/contract/notifications';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { notificationPrivileges } from './notifications.rules.ts';
import type { NotificationRow } from './notifications.sql.ts';

export const viewNotification = (
  viewer: Viewer,
  addresses: Addresses,
  row: NotificationRow,
): Notification => ({
  id: row.id,
  url: addresses.entity('notifications', row.id),
  user: addresses.relation('users', row.user_id),
  set: {
    ...addresses.relation('sets', row.set_id),
    ...(row.set_name === null ? {} : { name: row.set_name }),
    ...(row.set_kind === null ? {} : { type: row.set_kind }),
  },
  digest: row.digest,
  created: wireDate(row.created),
  updated: wireDateOrNull(row.updated),
  allowed_privileges: notificationPrivileges(viewer),
});
