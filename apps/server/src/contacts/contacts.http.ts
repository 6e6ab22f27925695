/** The addresses of contacts. */
import * as contract from '@waypost/contract/contacts';
import { Faults } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import { Later, type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { confirmContact, sendContactCode } from './confirm-contact.ts';
import type { ConfirmationCodes } from './confirmation-codes.ts';
import { contactPrivileges } from './contacts.rules.ts';
import { searchContacts } from './contacts.sql.ts';
import { viewContact } from './contacts.view.ts';
import { createContact, deleteContact, readableContact, updateContact } from './save-contact.ts';

export function mountContacts(mount: Mount, codes: ConfirmationCodes): void {
  route(mount, contract.listContacts, async ({ tx, viewer, addresses, query }) => {
    require(viewer, contactPrivileges(viewer, { user_id: null }), 'search', 'contacts');
    const asked = query.user === 'me' ? viewer.id : (query.user ?? null);
    // Others' contacts are an administrator's matter; everybody else searches among their own, whatever they ask.
    const owner = viewer.isAdmin ? asked : viewer.id;
    const { results, total } = await searchContacts(tx, { ...query, owner });
    const contacts = results.map((row) => viewContact(viewer, addresses, row));
    return {
      ...listEnvelope(addresses, '/contacts', query, { results: contacts, total }),
      confirmable: await codes.confirmableTypes(tx),
    };
  });
  route(mount, contract.createContact, async ({ tx, viewer, addresses, body }) =>
    viewContact(viewer, addresses, await createContact(tx, viewer, body)),
  );
  route(mount, contract.readContact, async ({ tx, viewer, addresses, params }) =>
    viewContact(viewer, addresses, await readableContact(tx, viewer, params.id)),
  );
  route(mount, contract.updateContact, async ({ tx, viewer, addresses, params, body }) =>
    viewContact(viewer, addresses, await updateContact(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteContact, async ({ tx, viewer, addresses, params }) =>
    viewContact(viewer, addresses, await deleteContact(tx, viewer, params.id)),
  );
  route(mount, contract.sendContactCode, ({ tx, viewer, params }) =>
    sendContactCode(tx, viewer, params.id, codes),
  );
  route(mount, contract.confirmContact, async ({ tx, viewer, addresses, params, body }) => {
    const confirmed = await confirmContact(tx, viewer, params.id, body, codes);
    if (!(confirmed instanceof Faults)) return viewContact(viewer, addresses, confirmed);
    // Thrown after the commit, or the try would not count.
    return new Later(() => Promise.reject(confirmed));
  });
}
