/** Validation and texts of the contact forms (spec 1 §5). keys: contacts.fault.* */

import { limits } from '@waypost/contract/common/limits';
import { type Contact, contactValueSchemas } from '@waypost/contract/contacts/contacts';
import { t } from 'i18next';
import { z } from 'zod';

/** @param stored the stored contact; null for a new one */
export function buildContactSchema(type: Contact['type'], stored: Contact | null) {
  const anyText = z.string().trim().min(1).max(limits.contact);
  const rule = type === 'twitter' ? anyText : contactValueSchemas[type];
  // A stored address is always valid, also in an older format: then only the other settings change.
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
