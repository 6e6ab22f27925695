/**
 * Labels of data sources and their options: translated, or those of the server for sources that this client does not know.
 * keys: dataSources.option.* dataSources.addressSecret.difference.* dataSources.name.* dataSources.choice.* dataSources.field.* dataSources.error.*
 */
import {
  type dataProviders,
  isProviderId,
  type ProviderId,
} from '@waypost/contract/data-sources/data-providers';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import { exists, t } from 'i18next';

type Providers = typeof dataProviders;

/** The texts of one option: a label unless it is empty, and a hint if the contract describes the option. */
type TextsOfOption<Key extends string, Option> = Option extends { inAddress: true }
  ? never
  :
      | (Option extends { label: '' } ? never : `${Key}.label`)
      | (Option extends { description: string } ? `${Key}.hint` : never);

/** The texts of one data source. */
type TextsOfProvider<Id extends ProviderId, Options> = {
  [Name in keyof Options & string]: TextsOfOption<`dataSources.option.${Id}.${Name}`, Options[Name]>;
}[keyof Options & string];

/**
 * The keys of all options that the contract describes. An option without its text in English is a type error in
 * `getOptionText`; `tools/checks/locales.mjs` checks the other languages.
 */
type OptionTextKey = { [Id in ProviderId]: TextsOfProvider<Id, Providers[Id]['options']> }[ProviderId];

/** Data sources with a secret in their URL. */
type ProviderWithUrlSecret = {
  [Id in ProviderId]: Extract<
    Providers[Id]['options'][keyof Providers[Id]['options']],
    { inAddress: true }
  > extends never
    ? never
    : Id;
}[ProviderId];

type InboundField = { [Id in ProviderId]: keyof Providers[Id]['inbound_fields'] & string }[ProviderId];

const getOptionText = <Fallback extends string | undefined>(
  key: string,
  fallback: Fallback,
): string | Fallback => (exists(key) ? t(key as OptionTextKey) : fallback);

/** The name of a data source. */
export const getSourceName = ({ id, name }: Pick<DataProvider, 'id' | 'name'>): string =>
  isProviderId(id) ? t(`dataSources.name.${id}`) : name;

/** The label of an option. */
export const getOptionLabel = (source: string, option: string, fallback: string): string =>
  getOptionText(`dataSources.option.${source}.${option}.label`, fallback);

/** The explanation of an option. */
export const getOptionHint = (
  source: string,
  option: string,
  fallback: string | undefined,
): string | undefined => getOptionText(`dataSources.option.${source}.${option}.hint`, fallback);

/** The name of a choice of an option. Abbreviations such as IMAP have no translation. */
export function getChoiceName(choice: string): string {
  const key = `dataSources.choice.${choice}`;
  return exists(key) ? t(key as 'dataSources.choice.None') : choice;
}

/** The name of a field of incoming messages. */
export function getInboundFieldName(field: string): string {
  const key = `dataSources.field.${field}`;
  return exists(key) ? t(key as `dataSources.field.${InboundField}`) : field;
}

/** Explains the difference between the secret in the URL and the gateway's own secret. */
export function getUrlSecretText(source: string): string {
  const key = `dataSources.addressSecret.difference.${source}`;
  return exists(key) ? t(key as `dataSources.addressSecret.difference.${ProviderWithUrlSecret}`) : '';
}

/** Why a source could not be polled. */
export function getSourceErrorText(code: string): string {
  const key = `dataSources.error.${code}`;
  return exists(key) ? t(key as 'dataSources.error.timeout') : t('dataSources.error.other', { code });
}
