/**
 * Taking messages from gateways: one write that is committed before the gateway is answered. What it becomes, contact and post,
 * is made by a job right after, so that a gateway that pours out a whole network's messages waits for nothing.
 */
import { createHash } from 'node:crypto';
import type { ProviderId } from '@waypost/contract/data-providers';
import { z } from 'zod';
import type { Db } from '../kernel/db.ts';
import { insertArrival } from './arrivals.sql.ts';
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

const withoutZeros = (text: string) => text.replaceAll('\0', '');

/** The database stores no zero bytes; no gateway means to send one. */
export const storable = <M extends IncomingMessage>(message: M): M => ({
  ...message,
  from: withoutZeros(message.from),
  message: withoutZeros(message.message),
  title: message.title ? withoutZeros(message.title) : null,
  id: message.id === null ? null : withoutZeros(message.id),
});

const keyOf = ({ id, from, message, title }: IncomingMessage): string =>
  id ??
  `text:${createHash('sha256')
    .update(JSON.stringify([from, title ?? null, message]))
    .digest('base64url')}`;

/** Takes messages. When it resolves they are safe. */
export async function acceptMessages(
  db: Db,
  source: ProviderId,
  messages: readonly IncomingMessage[],
): Promise<void> {
  for (const { attachments: _, repeatedWithin = usualWindow, ...message } of messages) {
    const payload = storable(message);
    const arrival = {
      source,
      key: keyOf(payload),
      payload: JSON.stringify(payload),
      repeatedWithin: message.id === null ? repeatedWithin : null,
    };
    await insertArrival(db, arrival, message.id);
  }
}
