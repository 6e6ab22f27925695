/**
 * SMSSync: an Android phone that posts the messages it gets, fetches those that it is to send, and tells what became of them
 * (API v3 §2.24, and the app's own interface for tasks).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isSecretEqual } from '../callbacks/shared-secret.ts';
import {
  type CallbackContext,
  type CallbackRequest,
  type CallbackResponse,
  type DeliveryReceipt,
  jsonResponse,
  type Provider,
} from '../provider.ts';

/** As many as the phone gets at once (API v3 §6.2). */
const maxMessagesPerRequest = 20;
/** Messages that are asked after. */
const maxAwaitedReceipts = 100;

const payloadResponse = (status: number, error: string | null) =>
  jsonResponse(status, { payload: { success: error === null, error } });

const sanitizeSender = (from: string) => from.replace(/[^\p{L}\p{N}+ ]/gu, '').trim();

/** Milliseconds, as the app says; a phone whose clock is far off is not believed. */
function parseTimestamp(stamp: string | undefined): Date | undefined {
  const time = Number(stamp);
  if (!stamp || !Number.isFinite(time)) return undefined;
  const date = new Date(time);
  const isLikely = time > Date.UTC(2000, 0) && time < Date.now() + 86_400_000;
  return isLikely ? date : undefined;
}

/** The app repeats a message until it hears of success, with the time at which the message was sent. */
function messageIdOf(
  from: string,
  message: string,
  { message_id, sent_timestamp }: Readonly<Record<string, string>>,
) {
  if (message_id) return message_id;
  if (!sent_timestamp) return null;
  const text = JSON.stringify([from, message, sent_timestamp]);
  return createHash('sha256').update(text).digest('base64url');
}

async function receiveMessage(
  { fields }: CallbackRequest,
  context: CallbackContext,
): Promise<CallbackResponse> {
  const { message = '', sent_timestamp } = fields;
  const from = sanitizeSender(fields['from'] ?? '');
  if (from === '' || message.trim() === '') return payloadResponse(400, 'Missing from or message value');
  const datetime = parseTimestamp(sent_timestamp);
  const id = messageIdOf(from, message, fields);
  await context.accept([{ type: 'sms', from, message, id, ...(datetime && { datetime }) }]);
  return payloadResponse(200, null);
}

async function respondWithPending(secret: string, context: CallbackContext): Promise<CallbackResponse> {
  const messages = (await context.claimPending(maxMessagesPerRequest)).map(({ id, to, message }) => ({
    to,
    message,
    message_id: String(id),
    uuid: String(id),
  }));
  return jsonResponse(200, { payload: { task: 'send', success: true, secret, messages } });
}

const Results = z.object({ message_result: z.array(z.unknown()) });

/** What a phone knows of its delivery is too little to go by: many networks tell nothing, and the app says the same of a refusal. */
const Result = z.object({
  uuid: z.coerce.string().regex(/^\d{1,15}$/),
  sent_result_code: z.coerce.number(),
});

/** Of `sent_result_code`, 0 and Android's RESULT_OK mean that it left. */
const isSent = (code: number) => code === 0 || code === -1;

async function recordResults(body: unknown, context: CallbackContext): Promise<CallbackResponse> {
  const parsed = Results.safeParse(body);
  if (!parsed.success) return payloadResponse(400, 'Missing or unreadable message_result');
  // One that cannot be read takes nothing from the others.
  const receipts = parsed.data.message_result.flatMap((rawResult): DeliveryReceipt[] => {
    const { data } = Result.safeParse(rawResult);
    return data
      ? [{ ours: Number(data.uuid), status: isSent(data.sent_result_code) ? 'sent' : 'failed' }]
      : [];
  });
  await context.recordReceipts(receipts);
  return payloadResponse(200, null);
}

const Queued = z.object({ queued_messages: z.array(z.coerce.string().regex(/^\d{1,15}$/)) });

/** What the phone has put into its queue is told back to it, so that it forgets none. */
function confirmQueued(body: unknown): CallbackResponse {
  const parsed = Queued.safeParse(body);
  return jsonResponse(200, { message_uuids: parsed.success ? parsed.data.queued_messages : [] });
}

export const smssync: Provider<'smssync'> = {
  id: 'smssync',
  fetchesOutgoing: true,
  callbacks: [
    {
      methods: ['GET', 'POST'],
      paths: ['/sms/smssync', '/smssync'],
      async handle(request, { secret }, context) {
        if (!isSecretEqual(secret, request.fields['secret']))
          return payloadResponse(403, 'Incorrect or missing secret key');
        const { task } = request.fields;
        if (request.method === 'GET') {
          if (task === 'send') return respondWithPending(secret, context);
          if (task === 'result')
            return jsonResponse(200, {
              message_uuids: (await context.findAwaitingReceipt(maxAwaitedReceipts)).map(String),
            });
          return payloadResponse(200, null);
        }
        if (task === 'result') return recordResults(request.body, context);
        if (task === 'sent') return confirmQueued(request.body);
        return receiveMessage(request, context);
      },
    },
  ],
};
