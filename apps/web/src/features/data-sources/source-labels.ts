/**
 * Labels of data sources and their options: translated, or those of the server for sources that the client does not know.
 * keys: dataSources.option.* dataSources.urlSecretOption.apart.* dataSources.name.* dataSources.choice.* dataSources.field.* dataSources.trouble.*
 */
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import { exists, t } from 'i18next';

const findTranslation = (key: string): string | undefined => (exists(key) ? t(key as never) : undefined);

export const getSourceName = ({ id, name }: Pick<DataProvider, 'id' | 'name'>): string =>
  findTranslation(`dataSources.name.${id}`) ?? name;

export const getOptionLabel = (source: string, option: string, fallback: string): string =>
  findTranslation(`dataSources.option.${source}.${option}.label`) ?? fallback;

export const getOptionHint = (
  source: string,
  option: string,
  fallback: string | undefined,
): string | undefined => findTranslation(`dataSources.option.${source}.${option}.hint`) ?? fallback;

export const getChoiceName = (choice: string): string =>
  findTranslation(`dataSources.choice.${choice}`) ?? choice;

export const getInboundFieldName = (field: string): string =>
  findTranslation(`dataSources.field.${field}`) ?? field;

/** Explains the difference between the secret in the URL and the gateway's own secret. */
export const apartText = (source: string): string =>
  findTranslation(`dataSources.addressSecret.apart.${source}`) ?? '';

/** Why a source could not be polled. */
export const getSourceErrorText = (code: string): string =>
  findTranslation(`dataSources.trouble.${code}`) ?? t('dataSources.trouble.other', { code });
