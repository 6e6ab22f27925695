/** Every data source that works here, by its id. */
import type { ProviderId } from '@waypost/contract/data-providers';
import type { Provider } from '../provider.ts';
import { twilio } from './twilio.ts';

/** Those without an entry can be configured, and do nothing yet. */
export const providers: Readonly<{ [Id in ProviderId]?: Provider<Id> }> = { twilio };

export const providerOf = (id: ProviderId): Provider | undefined => providers[id];
