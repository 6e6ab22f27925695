/** What the forms of a contact take (spec 1 §5), and what they say of it. keys: contacts.fault.* */

import { limits } from '@waypost/contract/common/limits';
import { type Contact, contactValueSchemas } from '@waypost/contract/contacts/contacts';
import { t } from 'i18next';
import { z } from 'zod';

/** @param stored the contact as it is stored; null when it is new */
export function buildContactSchema(type: Contact['type'], stored: Contact | null) {
  const anyText = z.string().trim().min(1).max(limits.contact);
  const rule = type === 'twitter' ? anyText : contactValueSchemas[type];
  // What is stored already stays, whoever wrote it in which form: only the rest of the contact changes then.
  const value = stored ? z.union([z.literal(stored.contact), rule]) : rule;
  return z.object({ contact: value, can_notify: z.boolean() });
}

/** Texts for `useContractForm`. */
export const getContactErrorTexts = (type: Contact['type']) => ({
  'contact.taken': t('contacts.fault.taken'),
  ...(type === 'phone'
    ? {
        'contact.pattern': t('contacts.fault.digits'),
        'contact.invalid': t('contacts.fault.digits'),
      }
    : {}),
});

export const getContactLabels = (type: Contact['type']) => ({
  contact: t(`contacts.value.${type}`),
  can_notify: t('contacts.canNotify'),
});

/** Props of the input, so that a phone shows the keys that are needed. */
export const getContactInputProps = (type: Contact['type']) =>
  ({
    email: { type: 'email', autoComplete: 'email' },
    phone: { type: 'tel', autoComplete: 'tel' },
    twitter: { type: 'text', autoComplete: 'off' },
  })[type];
