/** What other domains may use of messages. */
export {
  findMessage,
  findReceived,
  insertReceived,
  type MessageRow,
  updateMessageRow,
} from './messages.sql.ts';
export { type IncomingMessage, type Received, receiveMessage } from './receive-message.ts';
export { type Carriers, writeMessage } from './send-message.ts';
