/** The text at the field of a secret: whether one is stored, and what saving changes. */
import { secretMask } from '@waypost/contract/data-sources/data-providers';
import { t } from 'i18next';
import type { SourceForm } from './use-source-form.ts';

interface SecretState {
  text: string;
  /** Saving removes the stored secret, or requires it to be typed again. */
  isWarning: boolean;
}

/**
 * @param isServerChanged the form names another server than the one that stored secrets are for
 * @param isRequired the form cannot be saved without it
 */
export function secretState(
  form: SourceForm,
  name: string,
  isOtherServer: boolean,
  isRequired: boolean,
): SecretState | undefined {
  const wasStored = form.getInitialValues()[name] === secretMask;
  const value = form.values[name];
  if (value === secretMask) return { text: t('dataSources.secretStored'), isWarning: false };
  // A typed secret replaces the stored one.
  if (value !== '') return undefined;
  if (wasStored && isOtherServer)
    return {
      text: t(isRequired ? 'dataSources.secretAgain' : 'dataSources.secretDropped'),
      isWarning: true,
    };
  if (wasStored) return { text: t('dataSources.secretRemoved'), isWarning: true };
  return isRequired ? undefined : { text: t('dataSources.secretNone'), isWarning: false };
}
