/**
 * SMSSync: an Android app that posts received messages, fetches messages to send, and reports their results (API v3 §2.24, and the
 * app's own task protocol).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isSecretEqual } from '../callbacks/shared-secret.ts';
import { parseTextMessage } from '../incoming/normalize-message.ts';
import {
  type CallbackContext,
  type CallbackRequest,
  type CallbackResponse,
  type DeliveryReceipt,
  jsonResponse,
  type Provider,
} from '../provider.ts';

/** Messages per fetch (API v3 §6.2). */
const maxMessagesPerRequest = 20;
/** Messages per request for results. */
const maxAwaitedReceipts = 100;

const payloadResponse = (status: number, error: string | null) =>
  jsonResponse(status, { payload: { success: error === null, error } });

/** Parses milliseconds since 1970. Times before 2000 or more than a day ahead are ignored. */
function parseTimestamp(stamp: string | undefined): Date | undefined {
  const time = Number(stamp);
  if (!stamp || !Number.isFinite(time)) return undefined;
  const date = new Date(time);
  const isPlausible = time > Date.UTC(2000, 0) && time < Date.now() + 86_400_000;
  return isPlausible ? date : undefined;
}

/** Identifies a message. The app repeats a message with the same timestamp until the server reports success. */
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
  const { from, message } = parseTextMessage(fields);
  if (from === '' || message === '') return payloadResponse(400, 'Missing from or message value');
  const datetime = parseTimestamp(fields['sent_timestamp']);
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

/** The delivery result is not used: many networks do not report delivery, and the app reports rejections the same way. */
const Result = z.object({
  uuid: z.coerce.string().regex(/^\d{1,15}$/),
  sent_result_code: z.coerce.number(),
});

/** Whether a `sent_result_code` means success: 0, or Android's RESULT_OK (-1). */
const isSent = (code: number) => code === 0 || code === -1;

async function recordResults(body: unknown, context: CallbackContext): Promise<CallbackResponse> {
  const parsed = Results.safeParse(body);
  if (!parsed.success) return payloadResponse(400, 'Missing or unreadable message_result');
  // Invalid results are skipped.
  const receipts = parsed.data.message_result.flatMap((rawResult): DeliveryReceipt[] => {
    const { data } = Result.safeParse(rawResult);
    return data
      ? [{ messageId: Number(data.uuid), status: isSent(data.sent_result_code) ? 'sent' : 'failed' }]
      : [];
  });
  await context.recordReceipts(receipts);
  return payloadResponse(200, null);
}

const Queued = z.object({ queued_messages: z.array(z.coerce.string().regex(/^\d{1,15}$/)) });

/** Confirms the ids of messages that the phone has queued, as the app expects. */
function confirmQueued(body: unknown): CallbackResponse {
  const parsed = Queued.safeParse(body);
  return jsonResponse(200, { message_uuids: parsed.success ? parsed.data.queued_messages : [] });
}

/** The SMSSync provider. */
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
