/** All providers by the id of their data source. */
import type { ProviderId } from '@waypost/contract/data-sources/data-providers';
import type { Provider } from '../provider.ts';
import { email } from './email.ts';
import { frontlinesms } from './frontlinesms.ts';
import { mastodon } from './mastodon.ts';
import { nexmo } from './nexmo.ts';
import { rss } from './rss.ts';
import { smssync } from './smssync.ts';
import { twilio } from './twilio.ts';
import { twitter } from './twitter.ts';

/** The implementation of each data source; null if it needs none. */
const providers: Readonly<{ [Id in ProviderId]: Provider<Id> | null }> = {
  email,
  frontlinesms,
  mastodon,
  nexmo,
  // Its mails are sent by the outbox (`../outgoing/mail-transport.ts`).
  outgoingemail: null,
  rss,
  smssync,
  twilio,
  twitter,
};

/** The implementation of a data source; null if it has none. */
export const findProvider = (id: ProviderId): Provider | null => providers[id];
