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

/** Outgoing mail has no provider: it is sent by the outbox (`../outgoing/mail-transport.ts`). */
const providers: Readonly<{ [Id in ProviderId]?: Provider<Id> }> = {
  email,
  frontlinesms,
  mastodon,
  nexmo,
  rss,
  smssync,
  twilio,
  twitter,
};

/** The provider of a data source. */
export const findProvider = (id: ProviderId): Provider | undefined => providers[id];
