/** Twilio: messages by its webhook, answers by its REST interface, receipts by its status callback (API v3 §2.24). */
import { createHmac } from 'node:crypto';
import { isSecretEqual } from '../callbacks/shared-secret.ts';
import { postToGateway } from '../outgoing/post-to-gateway.ts';
import {
  type CallbackRequest,
  type CallbackResponse,
  jsonResponse,
  type Provider,
  SendError,
} from '../provider.ts';

const xmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (it) => xmlEscapes[it] ?? it);

/** Base64 of HMAC-SHA1 over the address and the sorted fields of the form, as Twilio signs its requests. */
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
 * Who asks: the account that is configured, with the signature that the auth token makes. An administrator may do without the
 * signature, for a relay that sends none: anybody who knows the account's id can then send messages in any name.
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
  if (signature === undefined) return require_signature === 'No' || auth_token === '';
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

const statusByOutcome: Readonly<Record<string, 'sent' | 'failed'>> = {
  sent: 'sent',
  delivered: 'sent',
  undelivered: 'failed',
  failed: 'failed',
};

const sanitizeSender = (from: string) => from.replace(/[^\d,+.]/g, '');

export const twilio: Provider<'twilio'> = {
  id: 'twilio',
  rateLimit: { perSecond: 10, atOnce: 4 },
  callbacks: [
    {
      methods: ['POST'],
      paths: ['/sms/twilio', '/sms/twilio/reply'],
      async handle(request, settings, context) {
        if (!isAuthentic(request, settings))
          return errorResponse(403, 'Incorrect or missing AccountSid or signature');
        const { Body: message = '', From: sender = '', MessageSid: id = '' } = request.fields;
        const from = sanitizeSender(sender);
        if (from === '' || id === '') return errorResponse(422, 'The message has no sender or no MessageSid');
        if (message.trim() === '') return errorResponse(422, 'message must not be empty');
        await context.accept([{ type: 'sms', from, message, id }]);
        return toTwimlResponse(settings.sms_auto_response);
      },
    },
    {
      methods: ['POST'],
      paths: ['/sms/twilio/status'],
      async handle(request, settings, context) {
        if (!isAuthentic(request, settings))
          return errorResponse(403, 'Incorrect or missing AccountSid or signature');
        const { MessageSid: theirs = '', MessageStatus: gatewayStatus = '' } = request.fields;
        const status = statusByOutcome[gatewayStatus];
        if (theirs !== '' && status) await context.recordReceipts([{ theirs, status }]);
        return { status: 200 };
      },
    },
  ],
  async send({ url, account_sid, auth_token, from }, { to, message }, { fetcher, signal, publicUrl }) {
    const base = (url || 'https://api.twilio.com').replace(/\/+$/, '');
    const form = new URLSearchParams({ To: to, From: from, Body: message });
    if (publicUrl?.startsWith('https:')) form.set('StatusCallback', `${publicUrl}/sms/twilio/status`);
    const answer = await postToGateway(
      fetcher,
      `${base}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`,
      {
        signal,
        form,
        basicAuth: [account_sid, auth_token],
      },
    );
    const { sid, code } = answer.json as { sid?: unknown; code?: unknown };
    if (answer.status >= 200 && answer.status < 300)
      return typeof sid === 'string' ? { status: 'sent', id: sid } : { status: 'sent' };
    const isBusy = answer.status === 429 || answer.status >= 500;
    throw new SendError(typeof code === 'number' ? String(code) : String(answer.status), { again: isBusy });
  },
};
