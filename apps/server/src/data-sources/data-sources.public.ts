/** What other domains may use of data sources. */
export { gatewaysOf } from './send-messages.ts';
export { textingBy } from './texting.ts';
