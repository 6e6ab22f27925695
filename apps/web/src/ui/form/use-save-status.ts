import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../i18n/format-locale.ts';

/**
 * What is said beside the button Save: that there are changes, or why it is disabled.
 * @param invalidFields labels of the fields that have an error
 */
export function useSaveStatus(isDirty: boolean, invalidFields: readonly string[]): string {
  const { t, i18n } = useTranslation();
  if (invalidFields.length > 0) {
    const list = new Intl.ListFormat(resolveFormatLocale(i18n.language));
    return t('form.fieldsMissing', { fields: list.format(new Set(invalidFields)) });
  }
  return t(isDirty ? 'form.unsaved' : 'form.unchanged');
}
