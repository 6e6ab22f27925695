/** An app with a survey, and what the device of a reporter without an account sends. */

import { createHash, randomBytes } from 'node:crypto';
import type { ReceiptReport } from '@waypost/contract/receipts/receipts';
import { receiptHeader } from '@waypost/contract/receipts/receipts';
import { sql } from 'kysely';
import type { AppOptions } from '../app-options.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { type Actor, startTestApp } from '../testing/app/test-app.ts';

/** The receipt of a post that was sent. */
export interface Receipt {
  key: string;
  postId: number;
}

interface SendOptions {
  token?: string;
  body?: object;
  as?: Actor;
  from?: string;
}

/** The codes of all errors of a response, also of those without a field. */
export const errorCodes = ({ body }: { body: unknown }): string[] =>
  (body as { errors: { code: string }[] }).errors.map(({ code }) => code);

/** A new key, as a device derives it. */
export const createKey = (): string => randomBytes(32).toString('base64url');
/** What is sent with a report. */
export const hashOf = (key: string): string =>
  createHash('sha256').update(Buffer.from(key, 'base64url')).digest('base64url');

/** Starts the app, with a survey that requires approval and takes pictures. */
export async function startAppWithReceipts(options: Partial<AppOptions> = {}) {
  const app = await startTestApp(options);
  const survey = await createTestSurvey(
    app.db,
    { words: { type: 'varchar' }, photo: { type: 'media', input: 'upload' } },
    { require_approval: true, hide_author: true, hide_time: true },
  );

  // The caller declares the type of the body.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  async function send<T = Record<string, never>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { token, body, as = 'passer-by', from = '198.51.100.7' }: SendOptions = {},
  ) {
    const response = await app.fastify.inject({
      method,
      url: `/api/v3${path}`,
      remoteAddress: from,
      headers: {
        ...(token === undefined ? {} : { [receiptHeader]: token }),
        ...(as === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(as)}` }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? (null as T) : response.json<T>(),
    };
  }

  /** Sends a report without an account, as a client that shows a receipt does. */
  async function report(more: object = {}, as: Actor = 'visitor'): Promise<Receipt> {
    const key = createKey();
    const title = `Report ${key.slice(0, 8)}`;
    const body = { form: survey.id, title, content: 'A wall fell', receipt: hashOf(key), ...more };
    const { status } = await send('POST', '/posts', { as, body });
    if (status !== (as === 'visitor' ? 204 : 200)) throw new Error(`POST /posts: ${status}`);
    const { rows } = await sql<{ id: number }>`select id from posts order by id desc limit 1`.execute(app.db);
    return { key, postId: rows[0]?.id ?? 0 };
  }

  const open = (key: string, from?: string) =>
    send<{ token: string; expires_in: number }>('POST', '/receipts', {
      body: { key },
      ...(from ? { from } : {}),
    });
  return {
    app,
    survey,
    send,
    report,
    open,
    openToken: async (receipt: Receipt) => (await open(receipt.key)).body.token,
    read: (token: string) => send<ReceiptReport>('GET', '/receipts/report', { token }),
    publish: (id: number) => app.send('reviewer', 'PUT', `/posts/${id}`, { status: 'published' }),
  };
}
