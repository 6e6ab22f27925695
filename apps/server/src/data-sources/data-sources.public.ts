/** The part of the data sources domain that other domains may import. */
export { countFailingMessages } from './incoming/incoming-queue.sql.ts';
export { handleSourceChange } from './incoming/poll-sources.ts';
export { suggestPlaces } from './incoming/suggest-places.ts';
export { createMailTransport } from './outgoing/mail-transport.ts';
export { createMessageGateways } from './outgoing/send-messages.ts';
export {
  createCodeSmsSender,
  createNotificationSmsSender,
} from './outgoing/sms-senders.ts';
export { findUnauthenticatedSources, readSourceChannels } from './provider-states.ts';
