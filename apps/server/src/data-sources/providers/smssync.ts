/**
 * SMSSync: an Android phone that posts the messages it gets, fetches those that it is to send, and tells what became of them
 * (wire 2.24, and the app's own interface for tasks).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type CallbackAnswer,
  type CallbackRequest,
  type Desk,
  jsonAnswer,
  type Provider,
  type Receipt,
} from '../provider.ts';
import { isSame } from '../same-secret.ts';

/** As many as the phone gets at once (wire 6.2). */
const mostAtOnce = 20;
/** Messages that are asked after. */
const mostResults = 100;

const told = (status: number, error: string | null) =>
  jsonAnswer(status, { payload: { success: error === null, error } });

const kept = (from: string) => from.replace(/[^\p{L}\p{N}+ ]/gu, '').trim();

/** Milliseconds, as the app says; a phone whose clock is far off is not believed. */
function timeOf(stamp: string | undefined): Date | undefined {
  const time = Number(stamp);
  if (!stamp || !Number.isFinite(time)) return undefined;
  const date = new Date(time);
  const isLikely = time > Date.UTC(2000, 0) && time < Date.now() + 86_400_000;
  return isLikely ? date : undefined;
}

/** The app repeats a message until it hears of success, with the time at which the message was sent. */
function idOf(
  from: string,
  message: string,
  { message_id, sent_timestamp }: Readonly<Record<string, string>>,
) {
  if (message_id) return message_id;
  if (!sent_timestamp) return null;
  const text = JSON.stringify([from, message, sent_timestamp]);
  return createHash('sha256').update(text).digest('base64url');
}

async function receive({ fields }: CallbackRequest, desk: Desk): Promise<CallbackAnswer> {
  const { message = '', sent_timestamp } = fields;
  const from = kept(fields['from'] ?? '');
  if (from === '' || message.trim() === '') return told(400, 'Missing from or message value');
  const datetime = timeOf(sent_timestamp);
  const id = idOf(from, message, fields);
  await desk.accept([{ type: 'sms', from, message, id, ...(datetime && { datetime }) }]);
  return told(200, null);
}

async function handOut(secret: string, desk: Desk): Promise<CallbackAnswer> {
  const messages = (await desk.handOut(mostAtOnce)).map(({ id, to, message }) => ({
    to,
    message,
    message_id: String(id),
    uuid: String(id),
  }));
  return jsonAnswer(200, { payload: { task: 'send', success: true, secret, messages } });
}

const Results = z.object({ message_result: z.array(z.unknown()) });

/** What a phone knows of its delivery is too little to go by: many networks tell nothing, and the app says the same of a refusal. */
const Result = z.object({
  uuid: z.coerce.string().regex(/^\d{1,15}$/),
  sent_result_code: z.coerce.number(),
});

/** Of `sent_result_code`, 0 and Android's RESULT_OK mean that it left. */
const isSent = (code: number) => code === 0 || code === -1;

async function takeResults(body: unknown, desk: Desk): Promise<CallbackAnswer> {
  const parsed = Results.safeParse(body);
  if (!parsed.success) return told(400, 'Missing or unreadable message_result');
  // One that cannot be read takes nothing from the others.
  const receipts = parsed.data.message_result.flatMap((given): Receipt[] => {
    const { data } = Result.safeParse(given);
    return data
      ? [{ ours: Number(data.uuid), status: isSent(data.sent_result_code) ? 'sent' : 'failed' }]
      : [];
  });
  await desk.settle(receipts);
  return told(200, null);
}

const Queued = z.object({ queued_messages: z.array(z.coerce.string().regex(/^\d{1,15}$/)) });

/** What the phone has put into its queue is told back to it, so that it forgets none. */
function confirmQueued(body: unknown): CallbackAnswer {
  const parsed = Queued.safeParse(body);
  return jsonAnswer(200, { message_uuids: parsed.success ? parsed.data.queued_messages : [] });
}

export const smssync: Provider<'smssync'> = {
  id: 'smssync',
  fetchesOutgoing: true,
  callbacks: [
    {
      methods: ['GET', 'POST'],
      paths: ['/sms/smssync', '/smssync'],
      async answer(request, { secret }, desk) {
        if (!isSame(secret, request.fields['secret'])) return told(403, 'Incorrect or missing secret key');
        const { task } = request.fields;
        if (request.method === 'GET') {
          if (task === 'send') return handOut(secret, desk);
          if (task === 'result')
            return jsonAnswer(200, { message_uuids: (await desk.awaitingReceipt(mostResults)).map(String) });
          return told(200, null);
        }
        if (task === 'result') return takeResults(request.body, desk);
        if (task === 'sent') return confirmQueued(request.body);
        return receive(request, desk);
      },
    },
  ],
};
