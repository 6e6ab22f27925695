/** What the forms of a contact take (spec 1 §5), and what they say of it. keys: contacts.fault.* */
import { type Contact, contactValues } from '@waypost/contract/contacts';
import { limits } from '@waypost/contract/limits';
import { t } from 'i18next';
import { z } from 'zod';

/** @param before the contact as it is stored; null when it is new */
export function contactForm(type: Contact['type'], before: Contact | null) {
  const usual = z.string().trim().min(1).max(limits.contact);
  const rule = type === 'twitter' ? usual : contactValues[type][before ? 'changed' : 'added'];
  // What is stored already stays, whoever wrote it in which form: only the rest of the contact changes then.
  const value = before ? z.union([z.literal(before.contact), rule]) : rule;
  return z.object({ contact: value, can_notify: z.boolean() });
}

/** Texts for `useContractForm`. */
export const contactTexts = (type: Contact['type']) => ({
  'contact.taken': t('contacts.fault.taken'),
  ...(type === 'phone'
    ? {
        'contact.pattern': t('contacts.fault.digits'),
        'contact.invalid': t('contacts.fault.digits'),
      }
    : {}),
});

export const contactLabels = (type: Contact['type']) => ({
  contact: t(`contacts.value.${type}`),
  can_notify: t('contacts.canNotify'),
});

/** Props of the input, so that a phone shows the keys that are needed. */
export const contactInput = (type: Contact['type']) =>
  ({
    email: { type: 'email', autoComplete: 'email' },
    phone: { type: 'tel', autoComplete: 'tel' },
    twitter: { type: 'text', autoComplete: 'off' },
  })[type];
