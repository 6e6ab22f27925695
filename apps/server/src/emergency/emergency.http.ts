/** HTTP routes of the measures for an emergency. */
import * as contract from '@waypost/contract/emergency/emergency';
import { type MountContext, route } from '../kernel/http/route.ts';
import { endAllAccess } from './end-all-access.ts';
import { setHidden, viewEmergency } from './hide-public.ts';

/** Mounts the routes. */
export function mountEmergency(mount: MountContext): void {
  route(mount, contract.readEmergency, ({ tx, viewer, urls }) => viewEmergency(tx, viewer, urls));
  route(mount, contract.updateEmergency, async ({ tx, viewer, urls, body }) => {
    await setHidden(tx, viewer, body.hidden);
    return viewEmergency(tx, viewer, urls);
  });
  route(mount, contract.endAllAccess, ({ tx, viewer }) => endAllAccess(tx, viewer));
}
