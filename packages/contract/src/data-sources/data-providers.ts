/**
 * What each data source asks for and offers (wire 2.14), once: the settings page draws and judges its form by it, the server
 * judges and keeps what is stored by it. Labels here are for existing clients; our pages have words of their own.
 */
import type { ProviderDescription } from './data-provider-description.ts';
import { mailAndFeedProviders } from './mail-and-feed-providers.ts';
import { smsProviders } from './sms-providers.ts';

/** Every data source there is. To add one: its description here, its workings in the server's `data-sources/providers`. */
export const dataProviders = { ...smsProviders, ...mailAndFeedProviders } as const;

export type ProviderId = keyof typeof dataProviders;
export const providerIds = Object.keys(dataProviders) as ProviderId[];
export const isProviderId = (name: string): name is ProviderId => Object.hasOwn(dataProviders, name);
export const describeProvider = (id: ProviderId): ProviderDescription => dataProviders[id];

/** Sent in place of a secret that is stored. Who sends it back leaves the secret as it is; empty text takes it away. */
export const secretMask = '********';
