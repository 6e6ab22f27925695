/**
 * What data sources and their options are called: in the reader's words, or in the server's where it knows more than we do.
 * keys: dataSources.option.* dataSources.addressSecret.apart.* dataSources.name.* dataSources.choice.* dataSources.field.* dataSources.trouble.*
 */
import type { DataProvider } from '@waypost/contract/data-sources';
import { exists, t } from 'i18next';

const known = (key: string): string | undefined => (exists(key) ? t(key as never) : undefined);

export const nameOf = ({ id, name }: Pick<DataProvider, 'id' | 'name'>): string =>
  known(`dataSources.name.${id}`) ?? name;

export const labelOf = (source: string, option: string, otherwise: string): string =>
  known(`dataSources.option.${source}.${option}.label`) ?? otherwise;

export const hintOf = (source: string, option: string, otherwise: string | undefined): string | undefined =>
  known(`dataSources.option.${source}.${option}.hint`) ?? otherwise;

export const choiceName = (choice: string): string => known(`dataSources.choice.${choice}`) ?? choice;

export const fieldName = (field: string): string => known(`dataSources.field.${field}`) ?? field;

/** What the secret in the address is not: another secret that the gateway asks for. */
export const apartText = (source: string): string => known(`dataSources.addressSecret.apart.${source}`) ?? '';

/** Why a source could not be asked. */
export const troubleText = (code: string): string =>
  known(`dataSources.trouble.${code}`) ?? t('dataSources.trouble.other', { code });
