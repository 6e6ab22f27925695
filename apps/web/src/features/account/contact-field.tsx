import { TextInput, type TextInputProps } from '@mantine/core';
import { type Contact, contactValueSchemas } from '@waypost/contract/contacts/contacts';
import { normalizePhone } from '@waypost/contract/typed-numbers';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { getContactInputProps } from './contact-form.ts';

interface Props extends TextInputProps {
  type: Contact['type'];
  value: string;
  ref?: Ref<HTMLInputElement>;
}

/** Whether the error is shown while typing: no further characters make a phone number of it. */
const isImpossible = (type: Contact['type'], typed: string): boolean =>
  type === 'phone' && /[^\d+]|.\+/.test(normalizePhone(typed));

/**
 * The address or number of a contact. Of a number it says how to write it, how it will be saved where that differs from what was
 * typed, and at once what cannot be in one.
 */
export function ContactField({ type, value, error, ...props }: Props) {
  const { t } = useTranslation();
  const isPhone = type === 'phone';
  const parsed = isPhone ? contactValueSchemas.phone.safeParse(value) : undefined;
  const stored = parsed?.success && parsed.data !== value.trim() ? parsed.data : undefined;
  const hint = stored === undefined ? t('contacts.phoneHint') : t('contacts.phoneStored', { number: stored });
  return (
    <TextInput
      {...props}
      {...getContactInputProps(type)}
      value={value}
      error={error ?? (isImpossible(type, value) ? t('contacts.fault.digits') : undefined)}
      errorProps={{ role: 'alert' }}
      description={isPhone ? hint : undefined}
      size="md"
      dir="ltr"
    />
  );
}
