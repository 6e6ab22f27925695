/** HTTP routes of invitations. */
import * as contract from '@waypost/contract/users/invitations';
import { listEnvelope } from '../../kernel/http/api-format.ts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import type { Outbox } from '../../mail/mail.public.ts';
import { viewUser } from '../users.view.ts';
import { acceptInvitation, readOpenInvitation } from './accept-invitation.ts';
import { createInvitation, revokeInvitation } from './create-invitation.ts';
import { limitFailedTries, requestThrottle } from './invitation-throttles.ts';
import { type InvitationRow, searchInvitations } from './invitations.sql.ts';
import { viewInvitations } from './invitations.view.ts';

/** The only element of a list that was made of one row. */
function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error('the list is empty');
  return first;
}

/** Mounts the routes. */
export function mountInvitations(mount: MountContext, outbox: Outbox): void {
  const dependencies = { outbox, publicUrl: mount.publicUrl };
  route(mount, contract.listInvitations, async ({ tx, viewer, urls, query }) => {
    const { results, total } = await searchInvitations(tx, query);
    const invitations = await viewInvitations(tx, viewer, urls, results);
    const defaultOrder = { orderby: 'id', order: 'desc' as const };
    const list = listEnvelope(urls, '/invitations', query, { results: invitations, total }, defaultOrder);
    return { ...list, mail_ready: (await outbox.outgoingState(tx)) === 'ready' };
  });
  route(mount, contract.createInvitation, async ({ tx, viewer, urls, body }) => {
    const { row, token, delivery } = await createInvitation(tx, viewer, body, dependencies);
    return { ...only(await viewInvitations(tx, viewer, urls, [row])), token, delivery };
  });
  route(mount, contract.revokeInvitation, async ({ tx, viewer, urls, params }) => {
    const row: InvitationRow = await revokeInvitation(tx, viewer, params.id, outbox);
    return only(await viewInvitations(tx, viewer, urls, [row]));
  });
  route(
    mount,
    contract.checkInvitation,
    (request) =>
      limitFailedTries(mount.db, request, () => readOpenInvitation(request.tx, request.body.token)),
    { throttle: requestThrottle },
  );
  route(
    mount,
    contract.acceptInvitation,
    async (request) => {
      const { tx, viewer, urls, body } = request;
      const user = await limitFailedTries(mount.db, request, () => acceptInvitation(tx, body));
      return viewUser(tx, viewer, urls, user, []);
    },
    { throttle: requestThrottle },
  );
}
