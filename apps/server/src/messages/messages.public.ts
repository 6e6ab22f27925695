/** What other domains may use of messages. */
export {
  findByExternalIds as findByIdsThere,
  findKnownExternalIds as knownIdsThere,
  findMessage,
  findReceivedMessage as findReceived,
  insertMessage,
  insertReceivedMessage as insertReceived,
  type MessageRow,
  updateMessageRow,
} from './messages.sql.ts';
export {
  createPendingPosts as makePostsOf,
  type IncomingMessage,
  type PendingPost as PostToBe,
  type ReceivedMessage as Received,
  receiveMessage,
  storeMessage,
  storeTextMessages as storeTexts,
} from './receive-message.ts';
export {
  type MessageGateways as Gateways,
  type MessageTransports as Carriers,
  sendNewMessage as writeMessage,
  sendNewTextMessages as writeTexts,
} from './send-message.ts';
