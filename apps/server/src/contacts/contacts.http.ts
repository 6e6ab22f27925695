/** The addresses of contacts. */
import * as contract from '@waypost/contract/contacts';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { contactPrivileges } from './contacts.rules.ts';
import { searchContacts } from './contacts.sql.ts';
import { viewContact } from './contacts.view.ts';
import { createContact, deleteContact, readableContact, updateContact } from './save-contact.ts';

export function mountContacts(mount: Mount): void {
  route(mount, contract.listContacts, async ({ tx, viewer, addresses, query }) => {
    require(viewer, contactPrivileges(viewer, { user_id: null }), 'search', 'contacts');
    const asked = query.user === 'me' ? viewer.id : (query.user ?? null);
    // Others' contacts are an administrator's matter; everybody else searches among their own, whatever they ask.
    const owner = viewer.isAdmin ? asked : viewer.id;
    const { results, total } = await searchContacts(tx, { ...query, owner });
    const contacts = results.map((row) => viewContact(viewer, addresses, row));
    return listEnvelope(addresses, '/contacts', query, { results: contacts, total });
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
}
