/** HTTP routes of contacts (API v3 §2.9). */
import * as contract from '@waypost/contract/contacts/contacts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { ValidationError } from '../kernel/http/problem.ts';
import { DeferredResponse } from '../kernel/http/responses.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import { completePhoneNumbers, createNumberCompleter } from './complete-phone-numbers.ts';
import { confirmContact, sendContactCode } from './confirm-contact.ts';
import type { ConfirmationCodes } from './confirmation-codes.ts';
import { contactPrivileges } from './contacts.rules.ts';
import { searchContacts } from './contacts.sql.ts';
import { viewContact } from './contacts.view.ts';
import { hasNumbersToComplete } from './phone-country.sql.ts';
import { createContact, deleteContact, readAuthorizedContact, updateContact } from './save-contact.ts';

/** Mounts the routes of contacts. */
export function mountContacts(mount: MountContext, codes: ConfirmationCodes): void {
  mount.jobs.register(completePhoneNumbers, createNumberCompleter(mount.db));
  mount.jobs.watchEachMinute(completePhoneNumbers, hasNumbersToComplete);
  route(mount, contract.listContacts, async ({ tx, viewer, urls, query }) => {
    requirePrivilege(viewer, contactPrivileges(viewer, { user_id: null }), 'search', 'contacts');
    const requestedUserId = query.user === 'me' ? viewer.id : (query.user ?? null);
    // Only administrators search others' contacts; everybody else gets their own, whatever the filter says.
    const ownerId = viewer.isAdmin && viewer.seesPersonalData ? requestedUserId : viewer.id;
    const { results, total } = await searchContacts(tx, { ...query, ownerId });
    const contacts = results.map((row) => viewContact(viewer, urls, row));
    return {
      ...listEnvelope(urls, '/contacts', query, { results: contacts, total }),
      confirmable: await codes.confirmableTypes(tx),
    };
  });
  route(mount, contract.createContact, async ({ tx, viewer, urls, body }) =>
    viewContact(viewer, urls, await createContact(tx, viewer, body)),
  );
  route(mount, contract.readContact, async ({ tx, viewer, urls, params }) =>
    viewContact(viewer, urls, await readAuthorizedContact(tx, viewer, params.id)),
  );
  route(mount, contract.updateContact, async ({ tx, viewer, urls, params, body }) =>
    viewContact(viewer, urls, await updateContact(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteContact, async ({ tx, viewer, urls, params }) =>
    viewContact(viewer, urls, await deleteContact(tx, viewer, params.id)),
  );
  route(mount, contract.sendContactCode, ({ tx, viewer, params }) =>
    sendContactCode(tx, viewer, params.id, codes),
  );
  route(mount, contract.confirmContact, async ({ tx, viewer, urls, params, body }) => {
    const confirmed = await confirmContact(tx, viewer, params.id, body, codes);
    if (!(confirmed instanceof ValidationError)) return viewContact(viewer, urls, confirmed);
    // Thrown after the commit, or the attempt would not count.
    return new DeferredResponse(() => Promise.reject(confirmed));
  });
}
