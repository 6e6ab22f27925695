/** The part of the messages domain that other domains may import. */
export { normalizeKeyword } from './keywords.rules.ts';
export {
  findByExternalIds,
  findKnownExternalIds,
  findMessage,
  findQuotedMails,
  findReceivedMessage,
  insertMessage,
  insertReceivedMessage,
  type MessageRow,
  updateMessageRow,
} from './messages.sql.ts';
export {
  createPendingPosts,
  type IncomingMessage,
  type PendingPost,
  type ReceivedMessage,
  receivedKeyOf,
  receiveMessage,
  storeMessage,
  storeTextMessages,
} from './receive-message.ts';
export {
  type MessageGateways,
  type MessageTransports,
  sendNewMessage,
  sendNewTextMessages,
} from './send-message.ts';
export { hasConversation } from './threads.sql.ts';
