/** Twilio: incoming messages by its webhook, outgoing messages by its REST API, receipts by its status callback (API v3 §2.24). */

import { createHmac } from 'node:crypto';
import { trailingSlashes } from '@waypost/contract/common/trailing-slashes';
import { parseOptOutKeyword, parseStopCode } from '../../targeted-surveys/targeted-surveys.public.ts';
import { appendSecret, isSecretEqual } from '../callbacks/shared-secret.ts';
import { parseTextMessage } from '../incoming/normalize-message.ts';
import { postToGateway, readGatewayText } from '../outgoing/post-to-gateway.ts';
import {
  type CallbackRequest,
  type CallbackResponse,
  jsonResponse,
  type Provider,
  requireCountryCode,
  SendError,
} from '../provider.ts';

const xmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => xmlEscapes[character] ?? character);

/** The signature of Twilio's requests: base64 of the HMAC-SHA1 of the URL and the sorted form fields. */
export function twilioSignature(
  authToken: string,
  url: string,
  form: Readonly<Record<string, string>>,
): string {
  const fields = Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha1', authToken)
    .update(url + fields.flat().join(''))
    .digest('base64');
}

const errorResponse = (status: number, message: string) =>
  jsonResponse(status, { errors: [{ status, title: message, message }] });

/**
 * Whether a request comes from the configured account and has a valid signature. An administrator can make the signature optional
 * for relays that send none; then only a secret in the URL proves where a message comes from.
 */
function isAuthentic(
  { url, form, fields, header }: CallbackRequest,
  {
    account_sid,
    auth_token,
    require_signature,
  }: Record<'account_sid' | 'auth_token' | 'require_signature', string>,
): boolean {
  if (!isSecretEqual(account_sid, fields['AccountSid'])) return false;
  const signature = header('x-twilio-signature');
  if (signature === undefined) return require_signature === 'No';
  return isSecretEqual(twilioSignature(auth_token, url, form), signature);
}

const toTwimlResponse = (text: string): CallbackResponse =>
  text === ''
    ? { status: 200 }
    : {
        status: 200,
        type: 'text/xml; charset=utf-8',
        body: `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${escapeXml(text)}</Message></Response>`,
      };

const statusByGatewayStatus: Readonly<Record<string, 'sent' | 'failed'>> = {
  sent: 'sent',
  delivered: 'sent',
  undelivered: 'failed',
  failed: 'failed',
};

/** Relays may send no id and repeat a message: the same text of a sender within a minute is one message. */
const dedupWindowSeconds = 60;

/** Errors of the number that messages are sent from (https://www.twilio.com/docs/api/errors); others with status 400 are about one message. */
const senderErrorCodes = new Set([21212, 21603, 21606, 21659, 21660]);

/** The Twilio provider. */
export const twilio: Provider<'twilio'> = {
  id: 'twilio',
  needsCountryCode: true,
  rateLimit: { perSecond: 10, concurrency: 4 },
  callbacks: [
    {
      methods: ['POST'],
      paths: ['/sms/twilio', '/sms/twilio/reply'],
      async handle(request, settings, context) {
        if (!isAuthentic(request, settings))
          return errorResponse(403, 'Incorrect or missing AccountSid or signature');
        const { Body = '', From = '', MessageSid = '' } = request.fields;
        const { from, message } = parseTextMessage({ from: From, message: Body });
        if (from === '') return errorResponse(422, 'The message has no sender');
        if (message === '') return errorResponse(422, 'message must not be empty');
        await context.accept([{ type: 'sms', from, message, id: MessageSid || null, dedupWindowSeconds }]);
        // Whoever opts out gets no more messages.
        const isStop = parseOptOutKeyword(message) === 'stop' || parseStopCode(message) !== undefined;
        return toTwimlResponse(isStop ? '' : settings.sms_auto_response);
      },
    },
    {
      methods: ['POST'],
      paths: ['/sms/twilio/status'],
      async handle(request, settings, context) {
        if (!isAuthentic(request, settings))
          return errorResponse(403, 'Incorrect or missing AccountSid or signature');
        const { MessageSid: externalId = '', MessageStatus: gatewayStatus = '' } = request.fields;
        const status = statusByGatewayStatus[gatewayStatus];
        if (externalId !== '' && status) await context.recordReceipts([{ externalId, status }]);
        return { status: 200 };
      },
    },
  ],
  async send(
    { url, account_sid, auth_token, from, address_secret },
    { to, message },
    { fetcher, signal, publicUrl },
  ) {
    requireCountryCode(to);
    const base = (url || 'https://api.twilio.com').replace(trailingSlashes, '');
    const form = new URLSearchParams({ To: to, From: from, Body: message });
    if (publicUrl?.startsWith('https:'))
      form.set('StatusCallback', `${publicUrl}${appendSecret('/sms/twilio/status', address_secret)}`);
    const response = await postToGateway(
      fetcher,
      `${base}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`,
      {
        signal,
        form,
        basicAuth: [account_sid, auth_token],
      },
    );
    const { sid, code } = response.json as { sid?: unknown; code?: unknown };
    if (response.status >= 200 && response.status < 300)
      return typeof sid === 'string' ? { status: 'sent', id: sid } : { status: 'sent' };
    const isRetryable = response.status === 429 || response.status >= 500;
    throw new SendError(typeof code === 'number' ? String(code) : String(response.status), {
      isRetryable,
      isAboutMessage: response.status === 400 && typeof code === 'number' && !senderErrorCodes.has(code),
      peerText: readGatewayText(response),
      status: response.status,
    });
  },
};
