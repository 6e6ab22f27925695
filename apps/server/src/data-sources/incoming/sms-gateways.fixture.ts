/** A test app with all gateways for incoming text messages switched on, and their requests. */
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';

/** The secret in the URL of gateways that do not sign. */
export const addressSecret = 'kX3-9f_longEnoughToStayOut';

/** Starts the app. Nexmo and Twilio need no signature, but the secret in the URL. */
export async function startAppWithSmsGateways(): Promise<TestApp> {
  const app = await startTestApp();
  const saved = await app.send('admin', 'PUT', '/config/data-provider', {
    providers: { smssync: true, frontlinesms: true, nexmo: true, twilio: true },
    smssync: { secret: 's' },
    frontlinesms: { key: 'k', secret: 's' },
    nexmo: { from: '15550000', api_key: 'k', api_secret: 's', address_secret: addressSecret },
    twilio: {
      from: '+15550000',
      account_sid: 'AC1',
      auth_token: 't',
      sms_auto_response: 'Thanks',
      require_signature: 'No',
      address_secret: addressSecret,
    },
  });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  return app;
}

interface Fields {
  from: string;
  message: string;
  id: string;
}

const toPayload = {
  smssync: ({ from, message, id }: Fields) => ({ secret: 's', from, message, message_id: id }),
  frontlinesms: ({ from, message, id }: Fields) => ({ secret: 's', from, message, message_id: id }),
  nexmo: ({ from, message, id }: Fields) => ({ msisdn: from, text: message, messageId: id }),
  twilio: ({ from, message, id }: Fields) => ({
    AccountSid: 'AC1',
    From: from,
    Body: message,
    MessageSid: id,
  }),
};

const suffixes = { smssync: '', frontlinesms: '', nexmo: `/${addressSecret}`, twilio: `/${addressSecret}` };

/** The id of a gateway for text messages. */
export type SmsGatewayId = keyof typeof toPayload;
/** All of them. */
export const smsGatewayIds = Object.keys(toPayload) as SmsGatewayId[];

/** Delivers a text message as a gateway does. @returns the status of the response */
export const deliverBy = async (app: TestApp, gateway: SmsGatewayId, fields: Fields): Promise<number> =>
  (
    await app.fastify.inject({
      method: 'POST',
      url: `/sms/${gateway}${suffixes[gateway]}`,
      payload: toPayload[gateway](fields),
    })
  ).statusCode;
