/**
 * Taking messages from gateways: one write that is committed before the gateway is answered. What it becomes, contact and post,
 * is made by a job right after, so that a gateway that pours out a whole network's messages waits for nothing. Messages that
 * come while others are written share the next write.
 */
import { createHash } from 'node:crypto';
import type { ProviderId } from '@waypost/contract/data-providers';
import { z } from 'zod';
import type { Db } from '../kernel/db.ts';
import { Rounds } from '../kernel/rounds.ts';
import { insertArrivals, type NewArrival } from './arrivals.sql.ts';
import type { IncomingMessage } from './provider.ts';

/** Seconds. */
const usualWindow = 600;

/** A message as it waits: no files, which only fetched messages have. */
const Waiting = z.object({
  type: z.enum(['sms', 'email', 'twitter']),
  from: z.string(),
  message: z.string(),
  title: z.string().nullish(),
  datetime: z.coerce.date().optional(),
  id: z.string().nullable(),
  location: z.object({ lat: z.number(), lon: z.number() }).optional(),
});

export const readWaiting = (payload: unknown): IncomingMessage => {
  const { title, datetime, location, ...message } = Waiting.parse(payload);
  return { ...message, title: title ?? null, ...(datetime && { datetime }), ...(location && { location }) };
};

const stored = (text: string) => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** The database stores no zero bytes and no halves of characters; no gateway means to send one. */
export const storable = <M extends IncomingMessage>(message: M): M => ({
  ...message,
  from: stored(message.from),
  message: stored(message.message),
  title: message.title ? stored(message.title) : null,
  id: message.id === null ? null : stored(message.id),
});

const keyOf = ({ id, from, message, title }: IncomingMessage): string =>
  id ??
  `text:${createHash('sha256')
    .update(JSON.stringify([from, title ?? null, message]))
    .digest('base64url')}`;

const arrivalOf = (source: ProviderId, incoming: IncomingMessage): NewArrival => {
  const { attachments: _, repeatedWithin = usualWindow, ...message } = incoming;
  const payload = storable(message);
  return {
    source,
    key: keyOf(payload),
    theirs: payload.id,
    payload: JSON.stringify(payload),
    repeatedWithin: payload.id === null ? repeatedWithin : null,
  };
};

/** Each message once: of those that are the same, the first. */
async function insertEach(db: Db, arrivals: readonly NewArrival[]): Promise<void> {
  const once = new Map<string, NewArrival>();
  for (const it of arrivals) {
    const name = JSON.stringify([it.source, it.key]);
    if (!once.has(name)) once.set(name, it);
  }
  const all = [...once.values()];
  for (const repeatedWithin of new Set(all.map((it) => it.repeatedWithin)))
    await insertArrivals(
      db,
      all.filter((it) => it.repeatedWithin === repeatedWithin),
      repeatedWithin,
    );
}

/** Takes messages. When it resolves they are safe. */
export type Acceptance = (source: ProviderId, messages: readonly IncomingMessage[]) => Promise<void>;

/** Takes messages of one poll. */
export const acceptMessages = (
  db: Db,
  source: ProviderId,
  messages: readonly IncomingMessage[],
): Promise<void> =>
  insertEach(
    db,
    messages.map((it) => arrivalOf(source, it)),
  );

/** Takes messages of many callers at a time. */
export function acceptanceOf(db: Db): Acceptance {
  const rounds = new Rounds<readonly NewArrival[], undefined>(async (asked) => {
    await insertEach(db, asked.flat());
    return [];
  });
  return async (source, messages) => {
    await rounds.do(messages.map((it) => arrivalOf(source, it)));
  };
}
