/**
 * Receipts: with the code of a receipt, a reporter without an account comes back to one report (docs/decisions/0068). The code
 * stays on the device; the server gets a key that is derived from it, and with a new report only the hash of that key.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate, Id, IdOut, KeyBytes, TrimmedText } from '../common/scalars.ts';
import { Media } from '../media/media.ts';
import { ThreadQuery, ThreadSeen } from '../messages/messages.ts';
import { ConsentChange, PostConsent } from '../posts/post-consent.ts';
import { Post, PostInput } from '../posts/posts.ts';

/** The token of `POST /receipts`, sent with the other requests about the report of a receipt. */
export const receiptHeader = 'x-waypost-receipt';

/** Messages between the team and a reporter: characters of one, and number for a report. */
export const receiptMessageLimits = { length: 2000, perPost: 200 } as const;

/** `combined`: merged into another report. */
export const receiptStates = ['under-review', 'published', 'archived', 'combined'] as const;

/** A question of the team, or what the reporter wrote. */
export const ReceiptMessage = z.object({
  id: IdOut,
  from: z.enum(['team', 'reporter']),
  message: z.string(),
  created: ApiDate,
});
export type ReceiptMessage = z.infer<typeof ReceiptMessage>;

/** The report of a receipt, as its author sees it. */
export const ReceiptReport = z.object({
  state: z.enum(receiptStates),
  /** Whether everyone may read it now. */
  is_public: z.boolean(),
  /** `allowed_privileges` says whether it can be corrected (`update`) and withdrawn (`delete`). */
  post: Post,
  /** The pictures among the answers. Their URLs are valid for about a day. */
  pictures: z.array(Media),
  /** The oldest first. */
  messages: z.array(ReceiptMessage),
  /** Whether the reporter can write more messages. */
  can_answer: z.boolean(),
  /** What the reporter agreed to. Absent from older servers. */
  consent: PostConsent.optional(),
});
export type ReceiptReport = z.infer<typeof ReceiptReport>;

/** A correction: keys that are absent stay as they are. */
export const ReceiptCorrection = PostInput.pick({
  title: true,
  content: true,
  values: true,
  tags: true,
  media_claims: true,
  based_on: true,
});

/** A message of the reporter or to them. */
export const ReceiptMessageInput = z.object({
  message: TrimmedText.min(1).max(receiptMessageLimits.length),
});

export const openReceipt = defineEndpoint({
  name: 'openReceipt',
  method: 'POST',
  path: '/receipts',
  summary:
    'Get a token for the report of a receipt; 404 `receipt.not-found` for a wrong key, 429 after several',
  scope: 'posts',
  token: 'optional',
  body: z.object({
    /** PBKDF2-HMAC-SHA-256 of the code (`receiptDerivation`). */
    key: KeyBytes,
  }),
  response: z.object({
    /** Sent in the header `X-Waypost-Receipt`. */
    token: z.string(),
    /** Seconds. */
    expires_in: z.number().int(),
  }),
});

export const readReceiptReport = defineEndpoint({
  name: 'readReceiptReport',
  method: 'GET',
  path: '/receipts/report',
  summary: 'The report of a receipt, its state and messages; 401 `receipt.expired` without a valid token',
  scope: 'posts',
  response: ReceiptReport,
});

export const correctReceiptReport = defineEndpoint({
  name: 'correctReceiptReport',
  method: 'PUT',
  path: '/receipts/report',
  summary:
    'Correct the report of a receipt; a published one is under review again where the survey requires approval',
  scope: 'posts',
  token: 'optional',
  body: ReceiptCorrection,
  response: ReceiptReport,
});

export const changeReceiptConsent = defineEndpoint({
  name: 'changeReceiptConsent',
  method: 'PUT',
  path: '/receipts/consent',
  summary:
    'Change what the reporter agreed to; a published report that may no longer be published is under review again',
  scope: 'posts',
  token: 'optional',
  body: ConsentChange.omit({ note: true }),
  response: ReceiptReport,
});

export const withdrawReceiptReport = defineEndpoint({
  name: 'withdrawReceiptReport',
  method: 'DELETE',
  path: '/receipts/report',
  summary: 'Withdraw the report of a receipt: it is deleted with its pictures, messages and receipt',
  scope: 'posts',
  token: 'optional',
  response: z.object({ withdrawn: z.literal(true) }),
});

export const answerWithReceipt = defineEndpoint({
  name: 'answerWithReceipt',
  method: 'POST',
  path: '/receipts/messages',
  summary: 'Write to the team about the report of a receipt',
  scope: 'posts',
  token: 'optional',
  body: ReceiptMessageInput,
  response: ReceiptMessage,
});

const teamEndpoint = {
  path: '/posts/{id}/reporter-messages',
  scope: 'posts',
  token: 'required',
  needs: ['Manage Posts'],
  params: z.object({ id: Id }),
} as const;

/** A message as the team sees it. */
export const ReporterMessage = ReceiptMessage.extend({
  /** The member of the team who wrote it; null for the reporter, and when the account was deleted. */
  user: z.object({ id: IdOut, url: z.string(), realname: z.string().nullable() }).nullable(),
});
export type ReporterMessage = z.infer<typeof ReporterMessage>;

export const listReporterMessages = defineEndpoint({
  ...teamEndpoint,
  name: 'listReporterMessages',
  method: 'GET',
  summary: 'The conversation with the reporter of a post who has a receipt',
  response: z.object({
    /** Whether the reporter has a receipt, and reads what is written here. */
    has_receipt: z.boolean(),
    /** `declined`: the reporter did not agree to being contacted; a message is refused. */
    reply: z.enum(['possible', 'declined']),
    /** Messages of the reporter that nobody of the team has seen. */
    unread: z.int(),
    /** The last message is the reporter's, and the conversation was not marked as done since. */
    is_waiting: z.boolean(),
    count: z.number().int(),
    results: z.array(ReporterMessage),
  }),
});

/** The conversation about one report, as an entry of a list. */
export const ReporterThread = z.object({
  post_id: IdOut,
  /** Title of the report, or its first words. */
  title: z.string(),
  /** Messages of the reporter that nobody of the team has seen. */
  unread: z.int(),
  /** The last message is the reporter's, and the conversation was not marked as done since. */
  is_waiting: z.boolean(),
  /** The newest message. */
  message_id: IdOut,
  from: ReceiptMessage.shape.from,
  message: z.string(),
  created: ApiDate,
});
export type ReporterThread = z.infer<typeof ReporterThread>;

export const listReporterThreads = defineEndpoint({
  name: 'listReporterThreads',
  method: 'GET',
  path: '/receipts/threads',
  summary: 'Conversations with reporters who have a receipt, the latest first',
  scope: 'posts',
  token: 'required',
  needs: ['Manage Posts'],
  query: ThreadQuery,
  response: z.object({ count: z.int(), total_count: z.int(), results: z.array(ReporterThread) }),
});

export const markReporterThreadSeen = defineEndpoint({
  ...teamEndpoint,
  name: 'markReporterThreadSeen',
  method: 'PUT',
  summary: 'Mark the conversation with a reporter as seen up to a message, and as done or not',
  body: ThreadSeen,
  response: z.object({ unread: z.int() }),
});

export const askReporter = defineEndpoint({
  ...teamEndpoint,
  name: 'askReporter',
  method: 'POST',
  summary: 'Write to the reporter of a post who has a receipt; they read it when they come back',
  body: ReceiptMessageInput,
  response: ReporterMessage,
});
