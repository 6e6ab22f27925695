/** FrontlineSMS and FrontlineCloud: incoming messages by its web connection, outgoing by its API (wire 2.24). */
import { handOver } from '../hand-over.ts';
import { jsonAnswer, type Provider, SendFault } from '../provider.ts';
import { isSame } from '../same-secret.ts';

const refusal = (status: number, message: string) => jsonAnswer(status, { errors: [{ status, message }] });

const kept = (from: string) => from.replace(/[^\p{L}\p{N}+ ]/gu, '').trim();

export const frontlinesms: Provider<'frontlinesms'> = {
  id: 'frontlinesms',
  callbacks: [
    {
      methods: ['POST'],
      paths: ['/sms/frontlinesms', '/frontlinesms'],
      async answer({ fields }, { secret }, desk) {
        if (!isSame(secret, fields['secret'])) return refusal(403, 'Incorrect or missing secret key');
        const { message = '', message_id: id = null } = fields;
        const from = kept(fields['from'] ?? '');
        if (from === '' || message.trim() === '') return refusal(400, 'Missing from or message value');
        await desk.accept([{ type: 'sms', from, message, id }]);
        return jsonAnswer(200, { payload: { success: true, error: null } });
      },
    },
  ],
  async send({ url, key }, { to, message }, { fetcher, signal }) {
    const { status } = await handOver(fetcher, url || 'https://cloud.frontlinesms.com/api/1/webhook', {
      signal,
      json: { apiKey: key, payload: { message, recipients: [{ type: 'mobile', value: to }] } },
    });
    if (status >= 200 && status < 300) return { status: 'sent' };
    throw new SendFault(String(status), { again: status === 429 || status >= 500 });
  },
};
