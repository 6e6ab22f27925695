/**
 * What a data source is. To add one: its description in `packages/contract/src/data-sources/data-providers.ts` (name, services, options,
 * fields to map), and one file in `providers/` with how it works, listed in `providers/registry.ts`:
 *
 * ```ts
 * export const example: Provider<'example'> = {
 *   id: 'example',
 *   // Asked every minute while it is switched on. What it answers is stored, then the state; then it is asked again.
 *   async poll(settings, state, { fetcher, signal }) {
 *     const answer = await fetcher.fetch(`${settings.url}?after=${state?.last ?? 0}`, { signal });
 *     return { messages: toMessages(answer), state: { last: … } };
 *   },
 * };
 * ```
 *
 * A provider knows nothing of posts, contacts or the database: it turns what a gateway, mailbox or feed says into messages,
 * and messages into what it takes. What it throws is logged by its class alone; nothing that people wrote may be in `warn`.
 */
import type { dataProviders, ProviderId } from '@waypost/contract/data-sources/data-providers';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';

/** The options of a data source, all as text, as an administrator typed them; empty where nothing was. */
export type ProviderSettings<Id extends ProviderId> = Readonly<
  Record<keyof (typeof dataProviders)[Id]['options'], string>
>;

/** A file that came with a message. Pictures become pictures of the post. */
export interface Attachment {
  name: string;
  mime: string;
  bytes: Buffer;
}

/** A message as it came in. */
export interface IncomingMessage {
  type: 'sms' | 'email' | 'twitter';
  /** Number, address or name of the sender. */
  from: string;
  message: string;
  title?: string | null;
  /** When it was sent; now unless said. */
  datetime?: Date;
  /**
   * As the source counts it: the same message brought again is nothing new. Null where the source does not count: then the
   * same text of the same sender within `dedupWindowSeconds` seconds is taken for the same message.
   */
  id: string | null;
  dedupWindowSeconds?: number;
  attachments?: readonly Attachment[];
  /**
   * What it may answer, as the source counts it, the nearest first: where one of them is a message that we sent or took, it
   * joins that thread instead of making a post.
   */
  inReplyToIds?: readonly string[];
  /** Where the source says that it was sent: offered to the reviewer, never put on the map by itself. */
  location?: { lat: number; lon: number };
}

/** A message that is to leave. */
export interface OutgoingMessage {
  /** Ours. */
  id: number;
  type: 'sms' | 'email' | 'twitter';
  /** Number, address or name. */
  to: string;
  message: string;
  title: string | null;
  /** What it answers, as the source counts it. */
  answers: string | null;
}

/** What became of a message that was handed over. `unknown`: it may have left, and must not be sent again by itself. */
export interface SendResult {
  status: 'sent' | 'unknown';
  /** As the source counts it; receipts name it. */
  id?: string;
}

/** It did not leave. */
export class SendError extends Error {
  /** Trying later may help. */
  readonly isRetryable: boolean;

  /** @param code for the log and the administrator, such as `21211` or `unreachable`: no numbers, no texts */
  constructor(code: string, { again }: { again: boolean }) {
    super(code);
    this.isRetryable = again;
  }
}

/** What a gateway says later of a message that it took; named as it counts them, or as we do. */
export type DeliveryReceipt = ({ theirs: string } | { ours: number }) & { status: 'sent' | 'failed' };

/** What providers may use of the server. */
export interface ProviderTools {
  /** Asks only what may be asked; for raw connections, check addresses by it too. */
  fetcher: GuardedFetch;
  /** Aborted when the process is about to end, or the source is switched off. */
  signal: AbortSignal;
  /** Writes a line to the log: without addresses, numbers, names, texts. */
  warn: (line: string) => void;
  /** The server's address as others reach it, without a trailing slash; undefined when the operator has not said it. */
  publicUrl: string | undefined;
}

/** What was fetched, and where to go on: any JSON. */
export interface PollResult<S = unknown> {
  messages: readonly IncomingMessage[];
  state: S;
  /** What became of messages that were sent before. */
  receipts?: readonly DeliveryReceipt[];
  /** There is more right now: ask again at once. */
  hasMore?: boolean;
}

/** A request that reached one of the source's addresses. */
export interface CallbackRequest {
  method: string;
  /** As the caller sees it, with its query: for what is signed. */
  url: string;
  /** Of the query, overlaid with those of the body. Only texts and numbers; anything else counts as not sent. */
  fields: Readonly<Record<string, string>>;
  /** Those of the query alone, and of the body alone. */
  query: Readonly<Record<string, string>>;
  form: Readonly<Record<string, string>>;
  /** The body as it was parsed. */
  body: unknown;
  header: (name: string) => string | undefined;
}

export interface CallbackResponse {
  status: number;
  /** Of the body: `application/json`. */
  type?: string;
  body?: string;
}

/** What a request may do. Whatever resolved is committed. */
export interface CallbackContext {
  /** Takes messages for good: they become posts within seconds, also when the process is killed the moment after. */
  accept: (messages: readonly IncomingMessage[]) => Promise<void>;
  /** Pending messages of this source, at most so many, which are `unknown` from now on. */
  claimPending: (most: number) => Promise<OutgoingMessage[]>;
  /** Messages that were handed out and of which no receipt came yet, the oldest first. */
  findAwaitingReceipt: (most: number) => Promise<number[]>;
  recordReceipts: (receipts: readonly DeliveryReceipt[]) => Promise<void>;
}

/** Addresses of a source, below the server's own. A source that is off answers 404 there without being asked. */
export interface Callback<Id extends ProviderId = ProviderId> {
  methods: readonly ('GET' | 'POST')[];
  /** `/sms/twilio` */
  paths: readonly string[];
  /** Checks who asks, does what is asked, and answers exactly as the gateway wants it. */
  handle(
    request: CallbackRequest,
    settings: ProviderSettings<Id>,
    desk: CallbackContext,
  ): Promise<CallbackResponse>;
}

/** How a data source works. */
export interface Provider<Id extends ProviderId = ProviderId> {
  id: Id;
  callbacks?: readonly Callback<Id>[];
  /**
   * Fetches what is new. It may wait for news, up to a minute, as IDLE does.
   * @param state what it answered the last time; null the first time, and when its account was changed
   */
  poll?(settings: ProviderSettings<Id>, state: unknown, tools: ProviderTools): Promise<PollResult>;
  /** Hands one message over. @throws SendError */
  send?(settings: ProviderSettings<Id>, message: OutgoingMessage, tools: ProviderTools): Promise<SendResult>;
  /** It fetches messages by itself, by `Desk.handOut`. */
  fetchesOutgoing?: boolean;
  /** How fast messages may be handed over; one after the other, five a second, unless said. */
  rateLimit?: { perSecond: number; atOnce: number };
}

export const jsonResponse = (status: number, body: unknown): CallbackResponse => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
