/** The part of the channels domain that other domains may import. */

export {
  type ChannelHealthRow,
  deleteChannelHealth,
  readChannelHealth,
  recordChannelFailure,
  recordChannelSuccess,
} from './channels.sql.ts';
export { viewChannelStatus } from './channels.view.ts';
export { type ChannelErrorOptions, describeChannelError } from './describe-channel-error.ts';
export { requireChannelTest } from './limit-channel-tests.ts';
