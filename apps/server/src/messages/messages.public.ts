/** What other domains may use of messages. */
export {
  findByIdsThere,
  findMessage,
  findReceived,
  insertMessage,
  insertReceived,
  knownIdsThere,
  type MessageRow,
  updateMessageRow,
} from './messages.sql.ts';
export {
  type IncomingMessage,
  makePostsOf,
  type PostToBe,
  type Received,
  receiveMessage,
  storeMessage,
  storeTexts,
} from './receive-message.ts';
export { type Carriers, type Gateways, writeMessage, writeTexts } from './send-message.ts';
