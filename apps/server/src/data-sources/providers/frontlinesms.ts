/** FrontlineSMS and FrontlineCloud: incoming messages by its web connection, outgoing messages by its API (API v3 §2.24). */

import { isSecretEqual } from '../callbacks/shared-secret.ts';
import { parseTextMessage } from '../incoming/normalize-message.ts';
import { postToGateway, readGatewayText } from '../outgoing/post-to-gateway.ts';
import { jsonResponse, type Provider, SendError } from '../provider.ts';

const errorResponse = (status: number, message: string) =>
  jsonResponse(status, { errors: [{ status, message }] });

/** The FrontlineSMS provider. */
export const frontlinesms: Provider<'frontlinesms'> = {
  id: 'frontlinesms',
  callbacks: [
    {
      methods: ['POST'],
      paths: ['/sms/frontlinesms', '/frontlinesms'],
      async handle({ fields }, { secret }, context) {
        if (!isSecretEqual(secret, fields['secret']))
          return errorResponse(403, 'Incorrect or missing secret key');
        const received = parseTextMessage({ ...fields, id: fields['message_id'] ?? null });
        if (received.from === '' || received.message === '')
          return errorResponse(400, 'Missing from or message value');
        await context.accept([received]);
        return jsonResponse(200, { payload: { success: true, error: null } });
      },
    },
  ],
  async send({ url, key }, { to, message }, { fetcher, signal }) {
    const response = await postToGateway(fetcher, url || 'https://cloud.frontlinesms.com/api/1/webhook', {
      signal,
      json: { apiKey: key, payload: { message, recipients: [{ type: 'mobile', value: to }] } },
    });
    const { status } = response;
    if (status >= 200 && status < 300) return { status: 'sent' };
    throw new SendError(String(status), {
      isRetryable: status === 429 || status >= 500,
      peerText: readGatewayText(response),
      status,
    });
  },
};
