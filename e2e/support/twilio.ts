/** Text messages as Twilio delivers them. */
import { createHmac } from 'node:crypto';
import type { Waypost } from './waypost.ts';

/** Delivers a text message. @param sid its id at Twilio */
export function sendTwilioMessage(
  { baseUrl }: Pick<Waypost, 'baseUrl'>,
  { body, from, sid }: { body: string; from: string; sid: string },
): Promise<Response> {
  const fields = { AccountSid: 'AC123', Body: body, From: from, MessageSid: sid };
  const url = `${baseUrl}/sms/twilio`;
  // Twilio's signature: the URL, then the fields by name.
  const signature = createHmac('sha1', 'a secret')
    .update(url + Object.entries(fields).flat().join(''))
    .digest('base64');
  return fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature },
    body: new URLSearchParams(fields),
  });
}
