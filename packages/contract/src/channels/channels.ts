/**
 * The status of what connects a deployment with the outside: outgoing mail, data sources and webhooks. Derived from what happened,
 * not from what is configured. An extension of API v3.
 */
import { z } from 'zod';
import { limits } from '../common/limits.ts';
import { ApiDate, TrimmedText } from '../common/scalars.ts';

/**
 * `off`: switched off or paused by somebody. `not-configured`: something that it needs is missing. `unused`: configured, but nothing
 * has been sent or received yet. `working`: the last attempt succeeded. `failing`: it did not.
 */
export const channelStates = ['off', 'not-configured', 'unused', 'working', 'failing'] as const;
/** The state of a channel. */
export type ChannelState = (typeof channelStates)[number];

/**
 * What failed. `dns`: the name of the server is unknown. `connection`: nothing answers at this port. `address`: a network that is
 * not allowed. `tls`: no secure connection. `login`: wrong user name, password or key. `folder`: the mailbox cannot be opened.
 * `sender`, `recipient`: refused by the other side. `refused`: another refusal. `unreadable`: an unexpected response. `secret`: the
 * stored secret cannot be decrypted. `not-configured`: there is nothing to test.
 */
export const channelErrorCodes = [
  'dns',
  'connection',
  'timeout',
  'address',
  'tls',
  'login',
  'folder',
  'sender',
  'recipient',
  'refused',
  'unreadable',
  'secret',
  'not-configured',
  'other',
] as const;
/** What failed. */
export type ChannelErrorCode = (typeof channelErrorCodes)[number];

/** An error, with the words of the other side where it gave any; secrets are removed from them. */
export const ChannelError = z.object({ code: z.enum(channelErrorCodes), message: z.string().nullable() });
export type ChannelError = z.infer<typeof ChannelError>;

/** The status of one channel. */
export const ChannelStatus = z.object({
  state: z.enum(channelStates),
  /** When something was last sent or received; null if never. */
  last_success: ApiDate.nullable(),
  /** The first failure since then; null unless it is failing. */
  failing_since: ApiDate.nullable(),
  /** The last failure; null unless it is failing. */
  error: ChannelError.nullable(),
});
export type ChannelStatus = z.infer<typeof ChannelStatus>;

/** The result of a test. */
export const ChannelTestResult = z.object({
  ok: z.boolean(),
  /** Null if it succeeded. */
  error: ChannelError.nullable(),
});
export type ChannelTestResult = z.infer<typeof ChannelTestResult>;

/** How a channel can be tested: by a message to somebody, or by connecting. */
export const channelTests = ['send', 'connect'] as const;
/** How a channel can be tested. */
export type ChannelTest = (typeof channelTests)[number];

/** Whom to send a test message to: an e-mail address or a phone number; not used for a test that only connects. */
export const ChannelTestInput = z.object({ to: TrimmedText.max(limits.email).optional() });
