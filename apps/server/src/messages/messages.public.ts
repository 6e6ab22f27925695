/** What other domains may use of messages. */
export { receiveMessage } from './receive-message.ts';
