/** Gateways whose requests are neither signed nor carry a secret (docs/decisions/0104). */
import { randomBytes } from 'node:crypto';
import {
  describeProvider,
  type ProviderId,
  providerIds,
  secretMask,
} from '@waypost/contract/data-sources/data-providers';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import type { Post } from '@waypost/contract/posts/posts';
import type { Status } from '@waypost/contract/status/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SecretBox } from '../../kernel/security/secret-box.ts';
import {
  createTargetedSurveyHelpers,
  defaultQuestions,
} from '../../targeted-surveys/targeted-surveys.fixture.ts';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import {
  type Actor,
  errorCodes,
  errorPointers,
  startTestApp,
  type TestApp,
} from '../../testing/app/test-app.ts';
import { type GatewayServer, startGatewayServer } from '../../testing/servers/gateway-server.ts';
import { findProvider } from '../providers/registry.ts';

let app: TestApp;
let gateway: GatewayServer;
let survey: TestSurvey;
beforeAll(async () => {
  gateway = await startGatewayServer();
  app = await startTestApp({ allowedNetworks: ['127.0.0.1'] });
  survey = await createTestSurvey(app.db, { words: { type: 'varchar' } });
});
afterAll(async () => {
  await app.close();
  await gateway.close();
});

type Group = Record<string, Record<string, unknown>>;
const save = (body: object, kind: Actor = 'admin') =>
  app.send<Group>(kind, 'PUT', '/config/data-provider', body);
const readGroup = async () => (await app.send<Group>('admin', 'GET', '/config/data-provider')).body;
const deleteSettings = () => app.db.deleteFrom('settings').where('name', '=', 'data-provider').execute();

const address_secret = 'kX3-9f_longEnoughToStayOut';
const calledIds = providerIds.filter((id) => findProvider(id)?.callbacks !== undefined);

/** All required options of a source. */
const requiredOptions = (id: ProviderId): Record<string, string> =>
  Object.fromEntries(
    Object.entries(describeProvider(id).options).flatMap(([key, { rules }]) =>
      rules?.includes('required') ? [[key, 'x']] : [],
    ),
  );
/** Options by which none of the ways to authenticate requests applies. */
const withoutAuthentication = (id: ProviderId): Record<string, string> => {
  const ways = describeProvider(id).authentication ?? [];
  return {
    ...requiredOptions(id),
    ...Object.fromEntries(
      ways.map(({ option, unless }) => (unless ? [unless.option, unless.value] : [option, ''])),
    ),
  };
};

describe('a source is not turned on', () => {
  beforeEach(deleteSettings);
  const nexmo = { ...requiredOptions('nexmo'), address_secret };
  const turnOn = (own: object) => save({ providers: { nexmo: true }, nexmo: own });
  const refusal = expect.objectContaining({ status: 422 }) as object;
  const setStored = (path: string, value: string) =>
    sql`
      update settings set value = jsonb_set(value, ${path}::text[], ${JSON.stringify(value)}::jsonb)
      where name = 'data-provider'`.execute(app.db);

  test('with a secret that cannot be decrypted since the key of the deployment was lost', async () => {
    expect((await save({ providers: { nexmo: false }, nexmo })).status).toBe(200);
    // As it was encrypted with another key.
    const lost = new SecretBox(randomBytes(32)).encrypt(address_secret, 'x');
    await setStored('{nexmo,address_secret}', lost);
    const refused = await turnOn({ ...nexmo, address_secret: secretMask });
    expect(refused).toEqual(refusal);
    expect(errorPointers(refused)).toEqual(['/nexmo/address_secret']);
    expect((await turnOn(nexmo)).status).toBe(200);
  });

  test('where its switch is stored in a notation that the server takes for off', async () => {
    await save({ providers: { nexmo: false }, nexmo: { ...nexmo, address_secret: '' } });
    await setStored('{providers,nexmo}', '1');
    expect(await save({ providers: { nexmo: true } })).toEqual(refusal);
  });

  test('with a secret of invisible characters', async () => {
    for (const invisible of ['\u200b', ' \u200d \u2060'])
      expect(await turnOn({ ...nexmo, address_secret: '', signature_secret: invisible })).toEqual(refusal);
  });
});

describe.each(calledIds)('%s', (id) => {
  const ways = describeProvider(id).authentication ?? [];
  beforeEach(deleteSettings);

  test('cannot be turned on while nothing proves that requests come from the gateway', async () => {
    expect(ways.length).toBeGreaterThan(0);
    const off = await save({ providers: { [id]: false }, [id]: withoutAuthentication(id) });
    expect(off.status).toBe(200);
    const bodies = [
      { providers: { [id]: true } },
      { providers: { [id]: true }, [id]: withoutAuthentication(id) },
    ];
    for (const body of bodies) {
      const refused = await save(body);
      expect([refused.status, errorPointers(refused)[0]]).toEqual([
        422,
        expect.stringMatching(`^/${id}`) as string,
      ]);
    }
    expect((await readGroup())['providers']).toMatchObject({ [id]: false });
  });

  test.each(ways)('can be turned on with $option alone, as far as others are not required', async (way) => {
    const own: Record<string, string> = { ...withoutAuthentication(id), ...requiredOptions(id) };
    if (way.unless) delete own[way.unless.option];
    if (own[way.option] !== 'x') own[way.option] = address_secret;
    expect((await save({ providers: { [id]: true }, [id]: own })).status).toBe(200);
    const { body } = await app.send<DataProvider>('settings manager', 'GET', `/dataproviders/${id}`);
    expect(body).toMatchObject({ state: 'on', authenticated: true });
  });
});

test('spaces around No do not make Twilio count as signed', async () => {
  await deleteSettings();
  const own = { ...withoutAuthentication('twilio'), require_signature: ' No ' };
  const refused = await save({ providers: { twilio: true }, twilio: own });
  expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
    422,
    ['/twilio/address_secret'],
    ['gatewayNotAuthenticated'],
  ]);
});

let lastNumber = 100;
let lastMessage = 0;
const newNumber = () => `+2547001${String(++lastNumber).padStart(5, '0')}`;

const requests = {
  nexmo: (from: string, text: string, id: string) => ({ msisdn: from.slice(1), text, messageId: id }),
  twilio: (from: string, text: string, id: string) => ({
    AccountSid: 'AC1',
    From: from,
    Body: text,
    MessageSid: id,
  }),
};
type GatewayId = keyof typeof requests;
const own = {
  nexmo: { from: '15550000', api_key: 'k', api_secret: 's' },
  twilio: {
    from: '+15550000',
    account_sid: 'AC1',
    auth_token: 't',
    sms_auto_response: 'Thanks',
    require_signature: 'No',
  },
};

/** Turns a gateway on with a secret in its URL. */
async function turnOn(id: GatewayId): Promise<void> {
  await deleteSettings();
  const options = { ...own[id], url: gateway.url, address_secret, form_id: survey.id };
  expect((await save({ providers: { [id]: true }, [id]: options })).status).toBe(200);
}
/** As an earlier version stored it: on, without the secret. */
async function turnOnAsBefore(id: GatewayId): Promise<void> {
  await turnOn(id);
  await sql`update settings set value = value #- ${`{${id},address_secret}`}::text[] where name = 'data-provider'`.execute(
    app.db,
  );
}
const post = async (id: GatewayId, from: string, text: string, secret = ''): Promise<void> => {
  const payload = requests[id](from, text, `id ${++lastMessage}`);
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/sms/${id}${secret && `/${secret}`}`,
    payload,
  });
  expect(response.statusCode).toBe(200);
};
/** Delivers a message as anybody can who knows the URL. */
async function deliver(id: GatewayId, from: string, text: string, secret = ''): Promise<void> {
  await post(id, from, text, secret);
  await app.jobs.runPending();
}
const isOptedOut = async (number: string) =>
  (
    await sql<{ out: boolean }>`
      select bool_or(opted_out is not null) as out from contacts where normalized_contact = ${number}`.execute(
      app.db,
    )
  ).rows[0]?.out === true;
const readOutgoing = async (number: string) =>
  (
    await sql<{ message: string }>`
      select messages.message from messages join contacts on contacts.id = messages.contact_id
      where normalized_contact = ${number} and direction = 'outgoing' order by messages.id`.execute(app.db)
  ).rows.map(({ message }) => message);
const readReports = async (number: string) =>
  (
    await sql<{ id: number; status: string; content: string }>`
      select posts.id, posts.status, posts.content from posts join messages on messages.id = posts.message_id
      join contacts on contacts.id = messages.contact_id where normalized_contact = ${number} order by posts.id`.execute(
      app.db,
    )
  ).rows;
/** A number that the team has answered. */
async function createKnownNumber(id: GatewayId, secret = ''): Promise<string> {
  const number = newNumber();
  await deliver(id, number, 'The well is dry', secret);
  const { rows } = await sql<{ id: number }>`
    select messages.id from messages join contacts on contacts.id = messages.contact_id
    where normalized_contact = ${number}`.execute(app.db);
  const reply = { message: 'Which well?', parent_id: rows[0]?.id };
  expect((await app.send('reviewer', 'POST', '/messages', reply)).status).toBe(200);
  await app.jobs.runPending();
  return number;
}
const readProvider = async (id: GatewayId) =>
  (await app.send<DataProvider>('settings manager', 'GET', `/dataproviders/${id}`)).body;
const readStatus = async () => (await app.send<Status>('admin', 'GET', '/status')).body;

describe.each(['nexmo', 'twilio'] as const)('%s that is on without a secret', (id) => {
  beforeEach(() => turnOnAsBefore(id));

  test('keeps receiving, and is shown as unsafe until it has a secret', async () => {
    const number = newNumber();
    await deliver(id, number, 'The well is dry');
    expect(await readReports(number)).toMatchObject([{ status: 'draft', content: 'The well is dry' }]);
    expect(await readProvider(id)).toMatchObject({ state: 'on', authenticated: false });
    const before = await readStatus();
    expect([before.concerns.includes('gateway-unauthenticated'), before.texting.unauthenticated]).toEqual([
      true,
      [id],
    ]);
    expect((await save({ [id]: { ...(await readGroup())[id], address_secret } })).status).toBe(200);
    expect(await readProvider(id)).toMatchObject({ state: 'on', authenticated: true });
    const after = await readStatus();
    expect([after.concerns.includes('gateway-unauthenticated'), after.texting.unauthenticated]).toEqual([
      false,
      [],
    ]);
  });

  test('does not prevent other changes, and is itself changed only together with a secret', async () => {
    const group = await readGroup();
    expect((await save(group)).status).toBe(200);
    expect(
      (
        await save({
          smssync: { secret: 'of the phone' },
          providers: { ...group['providers'], smssync: true },
        })
      ).status,
    ).toBe(200);
    expect((await save({ [id]: { ...group[id], form_id: null } }, 'settings manager')).status).toBe(200);
    const refused = await save({ [id]: { ...group[id], from: '+15550001' } });
    expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      422,
      [`/${id}/address_secret`],
      ['gatewayNotAuthenticated'],
    ]);
    expect((await save({ providers: { [id]: false } })).status).toBe(200);
    expect((await save({ providers: { [id]: true } })).status).toBe(422);
    expect((await save({ providers: { [id]: true }, [id]: { ...group[id], address_secret } })).status).toBe(
      200,
    );
    expect((await save({ [id]: { ...group[id], address_secret: '' } })).status).toBe(422);
  });

  test('publishes nothing because of its sender', async () => {
    const number = newNumber();
    await deliver(id, number, 'The well is dry');
    const [first] = await readReports(number);
    await app.send('reviewer', 'PUT', `/posts/${first?.id}/sender`, { trusted: true });
    await deliver(id, number, 'Forged');
    expect(await readReports(number)).toMatchObject([
      { status: 'draft' },
      { status: 'draft', content: 'Forged' },
    ]);
    // A message that was accepted before the secret was set proves nothing either.
    await post(id, number, 'Forged before');
    await save({ [id]: { ...(await readGroup())[id], address_secret } });
    await app.jobs.runPending();
    await deliver(id, number, 'From the gateway', address_secret);
    expect((await readReports(number)).slice(2)).toMatchObject([
      { status: 'draft', content: 'Forged before' },
      { status: 'published', content: 'From the gateway' },
    ]);
  });

  test('a forged STOP asks the number once a day, and only its code unsubscribes', async () => {
    const number = await createKnownNumber(id);
    for (const text of ['STOP', 'stop', 'Arrêt!']) await deliver(id, number, text);
    expect(await isOptedOut(number)).toBe(false);
    const [, question = '', ...others] = await readOutgoing(number);
    expect(others).toEqual([]);
    const code = /STOP (\d{8})/.exec(question)?.[1] ?? '';
    expect(code).not.toBe('');
    const wrong = code === '12345678' ? '12345679' : '12345678';
    for (const text of [`STOP ${wrong}`, wrong, `Go ${code}`]) await deliver(id, number, text);
    expect(await isOptedOut(number)).toBe(false);
    const other = await createKnownNumber(id);
    await deliver(id, other, `STOP ${code}`);
    expect(await isOptedOut(other)).toBe(false);
    await deliver(id, number, `Stop ${code.slice(0, 4)} ${code.slice(4)}.`);
    expect(await isOptedOut(number)).toBe(true);
    // Nothing is written to somebody who has unsubscribed.
    await sql`delete from throttles`.execute(app.db);
    await deliver(id, number, 'STOP');
    expect(await readOutgoing(number)).toHaveLength(2);
  });

  test('the code alone is enough, in digits of the sender’s script, also once the gateway has a secret', async () => {
    const number = await createKnownNumber(id);
    await deliver(id, number, 'توقف');
    const code = /\d{8}/.exec((await readOutgoing(number))[1] ?? '')?.[0] ?? '';
    await save({ [id]: { ...(await readGroup())[id], address_secret } });
    const arabic = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    await deliver(id, number, arabic, address_secret);
    expect(await isOptedOut(number)).toBe(true);
  });

  test('guesses of the code are limited, and beyond the limit the right one is not taken', async () => {
    const number = await createKnownNumber(id);
    await deliver(id, number, 'STOP');
    const code = /\d{8}/.exec((await readOutgoing(number))[1] ?? '')?.[0] ?? '';
    for (let at = 0; at < 101; at++)
      await post(id, number, `STOP ${(Number(code) + 1 + at) % 10 ** 8}`.padEnd(13, '0'));
    await app.jobs.runPending();
    await deliver(id, number, `STOP ${code}`);
    expect(await isOptedOut(number)).toBe(false);
    expect((await readReports(number)).at(-1)).toMatchObject({ status: 'draft', content: `STOP ${code}` });
  });

  test('a STOP of a number that gets no messages sends none, and the team sees it', async () => {
    const number = newNumber();
    await deliver(id, number, 'STOP');
    expect([await readOutgoing(number), await isOptedOut(number)]).toEqual([[], false]);
    expect(await readReports(number)).toMatchObject([{ status: 'draft', content: 'STOP' }]);
  });

  test('a forged START does not subscribe, and a forged question about a report gets no answer', async () => {
    const number = await createKnownNumber(id);
    await deliver(id, number, 'STATUS');
    expect(await readOutgoing(number)).toHaveLength(1);
    await sql`update contacts set opted_out = now() where normalized_contact = ${number}`.execute(app.db);
    await deliver(id, number, 'START');
    expect([await isOptedOut(number), (await readOutgoing(number)).length]).toEqual([true, 1]);
    expect((await readReports(number)).at(-1)).toMatchObject({ status: 'draft', content: 'START' });
  });

  test('an answer to a survey changes a report under review only', async () => {
    const { createTargetedSurvey, send } = createTargetedSurveyHelpers(() => app);
    const targeted = await createTargetedSurvey();
    const key = targeted.keyOf(Object.keys(defaultQuestions)[2] ?? '');
    const number = newNumber();
    expect((await send(targeted.id, number)).status).toBe(200);
    await app.jobs.runPending();
    await deliver(id, number, 'Twelve');
    const { rows } = await sql<{ id: number }>`select id from posts where survey_id = ${targeted.id}`.execute(
      app.db,
    );
    const postId = rows[0]?.id ?? 0;
    const read = async () => (await app.send<Post>('reviewer', 'GET', `/posts/${postId}`)).body;
    expect((await read()).values).toMatchObject({ [key]: ['Twelve'] });
    await app.send('admin', 'PUT', `/posts/${postId}`, { status: 'published' });
    await deliver(id, number, 'Forged');
    expect(JSON.stringify((await read()).values)).not.toContain('Forged');
    expect((await readReports(number)).at(-1)).toMatchObject({ status: 'draft', content: 'Forged' });
  });
});

test.each(['nexmo', 'twilio'] as const)('%s with a secret acts at once', async (id) => {
  await turnOn(id);
  const number = await createKnownNumber(id, address_secret);
  const [first] = await readReports(number);
  await app.send('reviewer', 'PUT', `/posts/${first?.id}/sender`, { trusted: true });
  await deliver(id, number, 'From the gateway', address_secret);
  expect((await readReports(number)).at(-1)).toMatchObject({ status: 'published' });
  await deliver(id, number, 'STOP', address_secret);
  expect(await isOptedOut(number)).toBe(true);
  expect(await readOutgoing(number)).toHaveLength(1);
  await deliver(id, number, 'START', address_secret);
  expect(await isOptedOut(number)).toBe(false);
});
