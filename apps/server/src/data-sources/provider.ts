/**
 * The interface of data sources. To add one, describe it in `packages/contract/src/data-sources/data-providers.ts` (name, services,
 * options, fields to map), and implement it in a file in `providers/`, listed in `providers/registry.ts`:
 *
 * ```ts
 * export const example: Provider<'example'> = {
 *   id: 'example',
 *   // Called every minute while the source is switched on. The messages are stored, then the state is saved for the next call.
 *   async poll(settings, state, { fetcher, signal }) {
 *     const response = await fetcher.fetch(`${settings.url}?after=${state?.last ?? 0}`, { signal });
 *     return { messages: toMessages(response), state: { last: … } };
 *   },
 * };
 * ```
 *
 * A provider has no access to posts, contacts or the database: it converts between messages and the formats of a gateway, mailbox or
 * feed. Errors that it throws are logged by their class only; `warn` must not contain texts, names or addresses of people.
 */
import type { dataProviders, ProviderId } from '@waypost/contract/data-sources/data-providers';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';

/** The options of a data source as text; empty where not set. */
export type ProviderSettings<Id extends ProviderId> = Readonly<
  Record<keyof (typeof dataProviders)[Id]['options'], string>
>;

/** A file attached to a message. Pictures become media of the post. */
export interface Attachment {
  name: string;
  mime: string;
  bytes: Buffer;
}

/** A message from a data source. */
export interface IncomingMessage {
  type: 'sms' | 'email' | 'twitter';
  /** Number, address or name of the sender. */
  from: string;
  message: string;
  /** What was left out of the text of a mail: quoted mails and the signature. Shown to the team only. */
  quotedText?: string;
  title?: string | null;
  /** When it was sent; default: now. */
  datetime?: Date;
  /**
   * Its id at the source, by which repeated deliveries are recognised. Null if the source has no ids: then an equal text of the same
   * sender within `dedupWindowSeconds` counts as the same message.
   */
  id: string | null;
  dedupWindowSeconds?: number;
  attachments?: readonly Attachment[];
  /**
   * Ids at the source of messages that it may reply to, nearest first. If one of them is stored, the message joins its thread instead
   * of becoming a post.
   */
  inReplyToIds?: readonly string[];
  /** The sender's location: suggested to the reviewer, never put on the map automatically. */
  location?: { lat: number; lon: number };
}

/** A message to send. */
export interface OutgoingMessage {
  /** Id of the stored message. */
  id: number;
  type: 'sms' | 'email' | 'twitter';
  /** Number, address or name. */
  to: string;
  message: string;
  title: string | null;
  /** Id at the source of the message that it replies to. */
  answers: string | null;
}

/** Result of sending a message. `unknown`: it may have been sent, and must not be retried automatically. */
export interface SendResult {
  status: 'sent' | 'unknown';
  /** Its id at the gateway, which receipts refer to. */
  id?: string;
}

/** A message was not sent. */
export class SendError extends Error {
  /** Whether a later attempt may succeed. */
  readonly isRetryable: boolean;
  /** Whether the gateway refused this one message, and says nothing about others. */
  readonly isAboutMessage: boolean;
  /** What the gateway said; it may contain the number. */
  readonly peerText: string | undefined;
  /** The HTTP status of the gateway, if it answered. */
  readonly status: number | undefined;

  /** @param code for the log and administrators, such as `21211` or `unreachable`; no phone numbers, no texts */
  constructor(
    code: string,
    {
      isRetryable,
      isAboutMessage = false,
      peerText,
      status,
      cause,
    }: {
      isRetryable: boolean;
      isAboutMessage?: boolean;
      peerText?: string;
      status?: number;
      cause?: unknown;
    },
  ) {
    super(code, cause === undefined ? {} : { cause });
    this.isRetryable = isRetryable;
    this.isAboutMessage = isAboutMessage;
    this.peerText = peerText;
    this.status = status;
  }

  /** The kind of failure, as in `describeChannelError`. */
  get code(): string {
    if (this.isAboutMessage) return 'recipient';
    if (this.status === undefined) return this.message;
    return this.status === 401 || this.status === 403 ? 'login' : 'refused';
  }
}

/** A gateway's report on a message that it accepted, by the gateway's id or by the stored message's id. */
export type DeliveryReceipt = ({ externalId: string } | { messageId: number }) & {
  status: 'sent' | 'failed';
};

/** Functions of the server that providers may use. */
export interface ProviderTools {
  /** Refuses addresses in private networks. For raw connections, addresses must be resolved by it too. */
  fetcher: GuardedFetch;
  /** Aborted when the process stops, or the job is cancelled or times out. */
  signal: AbortSignal;
  /** Writes to the log. The line must not contain addresses, phone numbers, names or texts. */
  warn: (line: string) => void;
  /** The server's public URL without a trailing slash; undefined if the operator has not set it. */
  publicUrl: string | undefined;
}

/** Fetched messages, and the state for the next poll (any JSON). */
export interface PollResult<S = unknown> {
  messages: readonly IncomingMessage[];
  state: S;
  /** Reports on messages that were sent before. */
  receipts?: readonly DeliveryReceipt[];
  /** More messages are available: poll again at once. */
  hasMore?: boolean;
}

/** A request of a gateway to one of the source's callback URLs. */
export interface CallbackRequest {
  method: string;
  /** Public URL with its query, as signed by gateways. */
  url: string;
  /** Fields of the query, overridden by those of the body. Texts and numbers only; other values are dropped. */
  fields: Readonly<Record<string, string>>;
  /** Fields of the query only, and of the body only. */
  query: Readonly<Record<string, string>>;
  form: Readonly<Record<string, string>>;
  /** The parsed body. */
  body: unknown;
  header: (name: string) => string | undefined;
}

/** The response to a gateway. */
export interface CallbackResponse {
  status: number;
  /** Content type of the body. */
  type?: string;
  body?: string;
}

/** Operations for callback handlers. When a promise resolves, the operation is committed. */
export interface CallbackContext {
  /** Accepts messages durably. They become posts within seconds, even if the process is killed in the meantime. */
  accept: (messages: readonly IncomingMessage[]) => Promise<void>;
  /** Takes pending messages of this source; their status becomes `unknown`. */
  claimPending: (maxMessages: number) => Promise<OutgoingMessage[]>;
  /** Ids of claimed messages without a receipt, oldest first. */
  findAwaitingReceipt: (maxMessages: number) => Promise<number[]>;
  recordReceipts: (receipts: readonly DeliveryReceipt[]) => Promise<void>;
}

/** Callback URLs of a source, below the server's root. They respond with 404 while the source is off. */
export interface Callback<Id extends ProviderId = ProviderId> {
  methods: readonly ('GET' | 'POST')[];
  /** For example `/sms/twilio`. */
  paths: readonly string[];
  /** Authenticates and processes a request, and returns the response that the gateway expects. */
  handle(
    request: CallbackRequest,
    settings: ProviderSettings<Id>,
    context: CallbackContext,
  ): Promise<CallbackResponse>;
}

/** The implementation of a data source. */
export interface Provider<Id extends ProviderId = ProviderId> {
  id: Id;
  callbacks?: readonly Callback<Id>[];
  /**
   * Fetches new messages. It may wait for them up to a minute, as IMAP IDLE does.
   * @param state returned by the previous poll; null for the first poll, and after the account was changed
   */
  poll?(settings: ProviderSettings<Id>, state: unknown, tools: ProviderTools): Promise<PollResult>;
  /** Sends one message. @throws SendError */
  send?(settings: ProviderSettings<Id>, message: OutgoingMessage, tools: ProviderTools): Promise<SendResult>;
  /** Connects without fetching anything, to see whether that works. Without it, a first poll is tried. */
  check?(settings: ProviderSettings<Id>, tools: ProviderTools): Promise<void>;
  /** The gateway fetches outgoing messages itself, by `CallbackContext.claimPending`. */
  fetchesOutgoing?: boolean;
  /**
   * The gateway reads every number as an international one. It is given none without a country code: it would reach another phone
   * than the one that a local gateway calls by these digits.
   */
  needsCountryCode?: boolean;
  /** Maximum rate of sending; default: five per second, one at a time. */
  rateLimit?: { perSecond: number; concurrency: number };
}

/** @throws SendError for a number without a country code; see `Provider.needsCountryCode` */
export function requireCountryCode(to: string): void {
  if (!/^\+[1-9]\d+$/.test(to))
    throw new SendError('no-country-code', { isRetryable: false, isAboutMessage: true });
}

/** A response with a JSON body. */
export const jsonResponse = (status: number, body: unknown): CallbackResponse => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
