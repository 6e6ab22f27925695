/** What other domains may use of data sources. */
export { mailDoorOf } from './outgoing-mail.ts';
export { gatewaysOf } from './send-messages.ts';
export { codeTextingBy, textingBy } from './texting.ts';
