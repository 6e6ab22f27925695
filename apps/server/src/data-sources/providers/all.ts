/** Every data source that works here, by its id. */
import type { ProviderId } from '@waypost/contract/data-providers';
import type { Provider } from '../provider.ts';
import { frontlinesms } from './frontlinesms.ts';
import { nexmo } from './nexmo.ts';
import { smssync } from './smssync.ts';
import { twilio } from './twilio.ts';

/** Those without an entry can be configured, and do nothing yet. */
const providers: Readonly<{ [Id in ProviderId]?: Provider<Id> }> = { frontlinesms, nexmo, smssync, twilio };

export const providerOf = (id: ProviderId): Provider | undefined => providers[id];
