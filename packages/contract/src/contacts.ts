/** Addresses and numbers that people are reached by (wire 2.9). */
import { z } from 'zod';
import { CodeInput, CodeSent } from './confirmation.ts';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { rule } from './faults.ts';
import { limits } from './limits.ts';
import { Privileges } from './privileges.ts';
import { BoolIn, Id, IdOut, OptionalText, Relation, RelationIn, Text, WireDate } from './scalars.ts';
import { normalizePhone } from './typed-numbers.ts';
import { Email } from './users.ts';

export const contactTypes = ['email', 'phone', 'twitter'] as const;
export const ContactType = z.enum(contactTypes);
export type ContactType = z.infer<typeof ContactType>;

export const Contact = z.object({
  id: IdOut,
  url: z.string(),
  /** Absent, with `user_id` null, for somebody without an account. */
  user: Relation.optional(),
  user_id: z.null().optional(),
  data_source: z.string().nullable(),
  type: ContactType,
  contact: z.string(),
  created: WireDate,
  updated: WireDate.nullable(),
  can_notify: z.boolean(),
  country_code: z.null(),
  /** Ours: whether its owner entered a code that was sent there. Until then nothing but such a code is sent there. */
  confirmed: z.boolean().optional(),
  allowed_privileges: Privileges,
});
export type Contact = z.infer<typeof Contact>;

const digits = z.string().min(1).max(limits.phone).regex(/^\d+$/);
const digitsOrPlus = z
  .string()
  .refine((it) => it !== '+', { error: rule('required') })
  .min(1)
  .max(limits.phone)
  .regex(/^\+?\d+$/);
const withoutPlus = (it: string): string => it.replace(/^\+/, '');

/** The owner is the caller; only administrators name another. How `contact` must look depends on the type. */
export const ContactInput = z.object({
  type: ContactType,
  contact: Text.pipe(z.string().min(1).max(limits.contact)),
  data_source: OptionalText.optional(),
  can_notify: BoolIn.optional(),
  user: RelationIn.optional(),
  user_id: RelationIn.optional(),
});

/**
 * What the forms take for a value, by type and by whether the contact is there already (spec 1 §5): a new number is stored as
 * digits, a changed one may have a plus in front. What people write between the digits is left out before it is judged.
 */
export const contactValues = {
  email: { added: Email, changed: Email },
  phone: {
    added: Text.transform((it) => withoutPlus(normalizePhone(it))).pipe(digits),
    changed: Text.transform(normalizePhone).pipe(digitsOrPlus),
  },
} as const;

export const ContactChange = ContactInput.partial();

const one = z.object({ id: Id });

export const listContacts = endpoint({
  name: 'listContacts',
  method: 'GET',
  path: '/contacts',
  summary: 'Contacts of the caller; those of everybody for administrators, unless `user=me`',
  scope: 'contacts',
  token: 'required',
  query: listQuery(['id', 'contact', 'type', 'created', 'updated']).extend({
    contact: z.string().optional(),
    type: ContactType.optional(),
    user: z.union([z.literal('me'), Id]).optional(),
    data_source: z.string().optional(),
  }),
  answer: listOfEntities(Contact).extend({
    /** Ours: types to which codes can be sent now. Without a gateway for text messages there is no `phone`. */
    confirmable: z.array(ContactType).optional(),
  }),
});

export const createContact = endpoint({
  name: 'createContact',
  method: 'POST',
  path: '/contacts',
  summary: 'Add a contact; one that is there already is answered as it is',
  scope: 'contacts',
  body: ContactInput,
  answer: Contact,
});

export const readContact = endpoint({
  name: 'readContact',
  method: 'GET',
  path: '/contacts/{id}',
  summary: 'One contact',
  scope: 'contacts',
  token: 'required',
  params: one,
  answer: Contact,
});

export const updateContact = endpoint({
  name: 'updateContact',
  method: 'PUT',
  path: '/contacts/{id}',
  summary: 'Change a contact',
  scope: 'contacts',
  params: one,
  body: ContactChange,
  answer: Contact,
});

export const deleteContact = endpoint({
  name: 'deleteContact',
  method: 'DELETE',
  path: '/contacts/{id}',
  summary: 'Delete a contact',
  scope: 'contacts',
  params: one,
  answer: Contact,
});

export const sendContactCode = endpoint({
  name: 'sendContactCode',
  method: 'POST',
  path: '/contacts/{id}/confirmation',
  summary: 'Send a code to the number or address, which shows that it is the owner’s once it is entered',
  scope: 'contacts',
  params: one,
  answer: CodeSent,
});

export const confirmContact = endpoint({
  name: 'confirmContact',
  method: 'PUT',
  path: '/contacts/{id}/confirmation',
  summary: 'Enter the code that was sent; another account that had the number or address has it no longer',
  scope: 'contacts',
  params: one,
  body: CodeInput,
  answer: Contact,
});
