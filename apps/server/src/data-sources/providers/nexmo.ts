/** Nexmo, now Vonage: incoming messages and receipts by its webhooks, outgoing messages by its SMS API (API v3 §2.24). */

import { createHash, createHmac } from 'node:crypto';
import { trailingSlashes } from '@waypost/contract/common/trailing-slashes';
import { appendSecret, isSecretEqual } from '../callbacks/shared-secret.ts';
import { parseTextMessage } from '../incoming/normalize-message.ts';
import { postToGateway, readGatewayText } from '../outgoing/post-to-gateway.ts';
import {
  type CallbackRequest,
  jsonResponse,
  type Provider,
  requireCountryCode,
  SendError,
} from '../provider.ts';

const errorResponse = (status: number, message: string) =>
  jsonResponse(status, { errors: [{ status, message }] });

/** Maximum age of a signed request. */
const maxSignatureAgeSeconds = 900;

/**
 * The valid signatures of a request, by the methods that can be configured at Nexmo: MD5 of the sorted fields (`&name=value`, with
 * `&` and `=` in values replaced) and the secret, or an HMAC of the fields with one of four algorithms.
 */
export function nexmoSignatures(secret: string, fields: Readonly<Record<string, string>>): string[] {
  const signedText = Object.entries(fields)
    .filter(([name]) => name !== 'sig')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `&${name}=${value.replace(/[&=]/g, '_')}`)
    .join('');
  const md5Hash = createHash('md5').update(signedText + secret);
  const hmacs = ['md5', 'sha1', 'sha256', 'sha512'].map((algorithm) =>
    createHmac(algorithm, secret).update(signedText),
  );
  return [md5Hash, ...hmacs].map((hash) => hash.digest('hex'));
}

function isAuthentic({ fields }: CallbackRequest, secret: string): boolean {
  if (secret === '') return true;
  const { sig = '', timestamp = '' } = fields;
  const seconds = Number(timestamp);
  if (!Number.isFinite(seconds) || Math.abs(Date.now() / 1000 - seconds) > maxSignatureAgeSeconds)
    return false;
  return nexmoSignatures(secret, fields).some((signature) => isSecretEqual(signature, sig.toLowerCase()));
}

/** Parses `2020-01-01 14:00:00` (UTC). */
function parseTimestamp(stamp: string | undefined): Date | undefined {
  if (!stamp || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(stamp)) return undefined;
  const date = new Date(`${stamp.replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) || date.getTime() > Date.now() + 86_400_000 ? undefined : date;
}

const statusByGatewayStatus: Readonly<Record<string, 'sent' | 'failed'>> = {
  delivered: 'sent',
  accepted: 'sent',
  expired: 'failed',
  failed: 'failed',
  rejected: 'failed',
};

/** Send statuses that may succeed later: throttled (1) and internal error (5). */
const retryableStatuses = new Set(['1', '5']);

/** Send statuses about one message: parameters (3), message (6) and number (7) that the gateway refuses. */
const messageStatuses = new Set(['3', '6', '7']);

interface NexmoPart {
  status?: unknown;
  'message-id'?: unknown;
  'error-text'?: unknown;
}

/** The Nexmo provider. */
export const nexmo: Provider<'nexmo'> = {
  id: 'nexmo',
  needsCountryCode: true,
  rateLimit: { perSecond: 10, concurrency: 4 },
  callbacks: [
    {
      methods: ['GET', 'POST'],
      paths: ['/sms/nexmo', '/sms/nexmo/reply', '/nexmo'],
      async handle(request, { signature_secret }, context) {
        if (!isAuthentic(request, signature_secret))
          return errorResponse(403, 'Incorrect or missing signature');
        const { msisdn = '', text = '', messageId = '' } = request.fields;
        // `msisdn` has no plus (https://developer.vonage.com/en/messaging/sms/guides/inbound-sms).
        const received = parseTextMessage(
          { from: msisdn, message: text, id: messageId },
          { isInternational: true },
        );
        if (received.from === '' || received.message === '' || received.id === '')
          return errorResponse(400, 'Missing msisdn, text or messageId value');
        const datetime = parseTimestamp(request.fields['message-timestamp']);
        await context.accept([{ ...received, ...(datetime && { datetime }) }]);
        return jsonResponse(200, { success: true });
      },
    },
    {
      methods: ['GET', 'POST'],
      paths: ['/sms/nexmo/status'],
      async handle(request, { signature_secret }, context) {
        if (!isAuthentic(request, signature_secret))
          return errorResponse(403, 'Incorrect or missing signature');
        const { messageId: externalId = '', status: gatewayStatus = '' } = request.fields;
        const status = statusByGatewayStatus[gatewayStatus];
        if (externalId !== '' && status) await context.recordReceipts([{ externalId, status }]);
        return jsonResponse(200, { success: true });
      },
    },
  ],
  async send(
    { url, from, api_key, api_secret, address_secret },
    { to, message },
    { fetcher, signal, publicUrl },
  ) {
    requireCountryCode(to);
    const base = (url || 'https://rest.nexmo.com').replace(trailingSlashes, '');
    const isAscii = /^[\x20-\x7e\n]*$/.test(message);
    const form = new URLSearchParams({ api_key, api_secret, from, to: to.replace(/^\+/, ''), text: message });
    if (!isAscii) form.set('type', 'unicode');
    if (publicUrl?.startsWith('https:'))
      form.set('callback', `${publicUrl}${appendSecret('/sms/nexmo/status', address_secret)}`);
    const response = await postToGateway(fetcher, `${base}/sms/json`, { signal, form });
    if (response.status < 200 || response.status >= 300)
      throw new SendError(String(response.status), {
        isRetryable: response.status === 429 || response.status >= 500,
        peerText: readGatewayText(response),
        status: response.status,
      });
    const parts = (response.json as { messages?: NexmoPart[] }).messages;
    const [first] = Array.isArray(parts) ? parts : [];
    if (!first) return { status: 'unknown' };
    const status = String(first.status);
    if (status !== '0') {
      const text = first['error-text'];
      throw new SendError(status, {
        isRetryable: retryableStatuses.has(status),
        isAboutMessage: messageStatuses.has(status),
        ...(typeof text === 'string' ? { peerText: text } : {}),
        // Wrong key or secret.
        ...(status === '4' ? { status: 401 } : {}),
      });
    }
    const id = first['message-id'];
    return typeof id === 'string' ? { status: 'sent', id } : { status: 'sent' };
  },
};
