/** Contacts: the addresses and numbers of people (API v3 §2.9). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import {
  ApiDate,
  BooleanIn,
  Id,
  IdOut,
  OptionalText,
  Relation,
  RelationIn,
  TrimmedText,
} from '../common/scalars.ts';
import { normalizePhone } from '../typed-numbers.ts';
import { ConfirmationCodeInput, ConfirmationCodeSent } from '../users/confirmation-codes.ts';
import { Email } from '../users/users.ts';

export const contactTypes = ['email', 'phone', 'twitter'] as const;
export const ContactType = z.enum(contactTypes);
export type ContactType = z.infer<typeof ContactType>;

/** A contact as the API returns it. */
export const Contact = z.object({
  id: IdOut,
  url: z.string(),
  /** Absent, and `user_id` is null, for a person without an account. */
  user: Relation.optional(),
  user_id: z.null().optional(),
  data_source: z.string().nullable(),
  type: ContactType,
  contact: z.string(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  can_notify: z.boolean(),
  country_code: z.null(),
  /**
   * Extension: whether the owner entered a code that was sent there. An unconfirmed contact only receives such codes.
   */
  confirmed: z.boolean().optional(),
  allowed_privileges: Privileges,
});
export type Contact = z.infer<typeof Contact>;

/** No country code begins with a zero. */
const phonePattern = new RegExp(`^(?!\\+0)\\+?\\d{${limits.phoneDigits.min},}$`);
const digitsOrPlus = z
  .string()
  .refine((it) => it !== '+', { error: ruleError('required') })
  .min(1)
  .max(limits.phone)
  .regex(phonePattern);

/** The owner is the caller; only administrators name another. How `contact` must look depends on the type (`PhoneNumber`). */
export const ContactInput = z.object({
  type: ContactType,
  contact: TrimmedText.pipe(z.string().min(1).max(limits.contact)),
  data_source: OptionalText.pipe(z.string().max(limits.varchar).nullable()).optional(),
  can_notify: BooleanIn.optional(),
  user: RelationIn.optional(),
  user_id: RelationIn.optional(),
});

/**
 * A phone number as it is stored, compared and dialled: E.164 with its plus, or the national digits if no country code was given.
 * `+2025550123` and `2025550123` are two numbers, since gateways may reach two phones. What people write between the digits is left
 * out before it is judged; anything else, such as an extension or a pause, is refused.
 */
export const PhoneNumber = TrimmedText.transform(normalizePhone).pipe(digitsOrPlus);

/** What the forms take for a value, by type (spec 1 §5). A plus is kept for new numbers too: it is part of the number. */
export const contactValueSchemas = { email: Email, phone: PhoneNumber } as const;

/** An update of a contact. */
export const ContactChange = ContactInput.partial();

const idParams = z.object({ id: Id });

export const listContacts = defineEndpoint({
  name: 'listContacts',
  method: 'GET',
  path: '/contacts',
  summary: 'Contacts of the caller; administrators get all contacts unless `user=me`',
  scope: 'contacts',
  token: 'required',
  query: listQuery(['id', 'contact', 'type', 'created', 'updated']).extend({
    contact: z.string().optional(),
    type: ContactType.optional(),
    user: z.union([z.literal('me'), Id]).optional(),
    data_source: z.string().optional(),
  }),
  response: listResponse(Contact).extend({
    /** Extension: types to which codes can be sent now. `phone` needs a gateway for text messages. */
    confirmable: z.array(ContactType).optional(),
  }),
});

export const createContact = defineEndpoint({
  name: 'createContact',
  method: 'POST',
  path: '/contacts',
  summary: 'Add a contact; an existing one is returned unchanged',
  scope: 'contacts',
  body: ContactInput,
  response: Contact,
});

export const readContact = defineEndpoint({
  name: 'readContact',
  method: 'GET',
  path: '/contacts/{id}',
  summary: 'One contact',
  scope: 'contacts',
  token: 'required',
  params: idParams,
  response: Contact,
});

export const updateContact = defineEndpoint({
  name: 'updateContact',
  method: 'PUT',
  path: '/contacts/{id}',
  summary: 'Change a contact',
  scope: 'contacts',
  params: idParams,
  body: ContactChange,
  response: Contact,
});

export const deleteContact = defineEndpoint({
  name: 'deleteContact',
  method: 'DELETE',
  path: '/contacts/{id}',
  summary: 'Delete a contact',
  scope: 'contacts',
  params: idParams,
  response: Contact,
});

export const sendContactCode = defineEndpoint({
  name: 'sendContactCode',
  method: 'POST',
  path: '/contacts/{id}/confirmation',
  summary: 'Send a code to the number or address; entering it confirms the contact',
  scope: 'contacts',
  params: idParams,
  response: ConfirmationCodeSent,
});

export const confirmContact = defineEndpoint({
  name: 'confirmContact',
  method: 'PUT',
  path: '/contacts/{id}/confirmation',
  summary: 'Confirm a contact with the code; another account with the same number or address loses it',
  scope: 'contacts',
  params: idParams,
  body: ConfirmationCodeInput,
  response: Contact,
});
