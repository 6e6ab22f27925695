/** The part of the data sources domain that other domains may import. */
export { createMailTransport as mailDoorOf } from './outgoing/mail-transport.ts';
export { createMessageGateways as gatewaysOf } from './outgoing/send-messages.ts';
export {
  createCodeSmsSender as codeTextingBy,
  createNotificationSmsSender as textingBy,
} from './outgoing/sms-senders.ts';
