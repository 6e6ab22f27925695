/** The addresses of notifications. */
import * as contract from '@waypost/contract/notifications';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { notificationPrivileges } from './notifications.rules.ts';
import { searchOwnNotifications } from './notifications.sql.ts';
import { viewNotification } from './notifications.view.ts';
import {
  createNotification,
  deleteNotification,
  ownNotification,
  updateNotification,
} from './save-notification.ts';

export function mountNotifications(mount: Mount): void {
  route(mount, contract.listNotifications, async ({ tx, viewer, addresses, query }) => {
    require(viewer, notificationPrivileges(viewer), 'search', 'notifications');
    const { results, total } = await searchOwnNotifications(tx, viewer, query);
    const notifications = results.map((row) => viewNotification(viewer, addresses, row));
    return listEnvelope(addresses, '/notifications', query, { results: notifications, total });
  });
  route(mount, contract.createNotification, async ({ tx, viewer, addresses, body }) =>
    viewNotification(viewer, addresses, await createNotification(tx, viewer, body)),
  );
  route(mount, contract.readNotification, async ({ tx, viewer, addresses, params }) =>
    viewNotification(viewer, addresses, await ownNotification(tx, viewer, params.id)),
  );
  route(mount, contract.updateNotification, async ({ tx, viewer, addresses, params, body }) =>
    viewNotification(viewer, addresses, await updateNotification(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteNotification, async ({ tx, viewer, addresses, params }) =>
    viewNotification(viewer, addresses, await deleteNotification(tx, viewer, params.id)),
  );
}
