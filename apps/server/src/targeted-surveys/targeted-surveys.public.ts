/** The part of the targeted surveys domain that other domains may import. */
export { findUnsolicited, handleReply } from './handle-reply.ts';
export { parseOptOutKeyword, parseStopCode } from './opt-out-keywords.rules.ts';
