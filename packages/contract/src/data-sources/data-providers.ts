/**
 * The options of each data source (API v3 §2.14). The settings page builds and validates its form from them, the
 * server validates and stores by them. The labels are for existing clients; the web client has its own translations.
 */
import type { ProviderDescription } from './data-provider-description.ts';
import { mailAndFeedProviders } from './mail-and-feed-providers.ts';
import { smsProviders } from './sms-providers.ts';

/**
 * All data sources. To add one: add its description here and its provider in the server's `data-sources/providers`.
 */
export const dataProviders = { ...smsProviders, ...mailAndFeedProviders } as const;

/** The id of a data source. */
export type ProviderId = keyof typeof dataProviders;
export const providerIds = Object.keys(dataProviders) as ProviderId[];
/** Whether a name is the id of a data source. */
export const isProviderId = (name: string): name is ProviderId => Object.hasOwn(dataProviders, name);
/** The description of a data source. */
export const describeProvider = (id: ProviderId): ProviderDescription => dataProviders[id];

/** Returned in place of a stored secret. Sending it back leaves the secret unchanged; empty text deletes it. */
export const secretMask = '********';
