/** Gateways for text messages are changed by administrators only, and every change is announced to them (docs/decisions/0044). */
import { dataProviders, providerIds, secretMask } from '@waypost/contract/data-sources/data-providers';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const gateways = providerIds.filter((id) =>
  (dataProviders[id].services as readonly string[]).includes('sms'),
);
type Group = Record<string, Record<string, unknown>>;
const save = (kind: Actor, body: object) => app.send(kind, 'PUT', '/config/data-provider', body);
const readGroup = async () =>
  (await app.send<Group>('settings manager', 'GET', '/config/data-provider')).body;
const configured: Group = {
  smssync: { secret: 'of the phone' },
  frontlinesms: { key: 'k', secret: 's', url: 'https://front.example.org' },
  nexmo: {
    from: '1',
    api_key: 'k',
    api_secret: 's',
    signature_secret: 'signs',
    url: 'https://nexmo.example.org',
  },
  twilio: { from: '+1555', account_sid: 'AC1', auth_token: 't', sms_auto_response: 'Thanks', url: '' },
};
const findAnnouncements = async () =>
  (
    await sql<{ recipient: string; text: string }>`select recipient, text from outbox order by id`.execute(
      app.db,
    )
  ).rows;
beforeEach(async () => {
  const providers = Object.fromEntries(gateways.map((id) => [id, id === 'smssync']));
  expect((await save('admin', { providers, ...configured })).status).toBe(200);
  await sql`delete from outbox`.execute(app.db);
});

describe.each(gateways)('%s', (id) => {
  const options = Object.entries(
    dataProviders[id].options as Record<string, { input: string; options?: readonly string[] }>,
  );
  const changes = options.flatMap(([key, { input, options: choices }]): [string, unknown][] => {
    if (input === 'read-only-text') return [];
    return [
      [key, choices?.[0] ?? (key === 'url' ? 'https://evil.example.net' : 'changed-to-something-else')],
    ];
  });

  test.each(changes)(
    'its option %s is for administrators, and its change is announced',
    async (key, value) => {
      const own = (await readGroup())[id] ?? {};
      const change = { [id]: { ...own, [key]: value } };
      expect((await save('settings manager', change)).status).toBe(403);
      expect(await findAnnouncements()).toEqual([]);
      // A masked secret must be entered again for another server.
      const full = { [id]: { ...configured[id], [key]: value } };
      expect((await save('admin', full)).status).toBe(200);
      const text = expect.stringMatching(/^Administrator changed how .* sends text messages/) as string;
      expect(await findAnnouncements()).toMatchObject([{ recipient: 'admin@example.org', text }]);
    },
  );

  test('its switch too', async () => {
    const { providers } = await readGroup();
    const change = { providers: { ...providers, [id]: id !== 'smssync' } };
    expect((await save('settings manager', change)).status).toBe(403);
    expect((await save('admin', change)).status).toBe(200);
    expect(await findAnnouncements()).toHaveLength(1);
  });

  test('its options cannot be emptied or replaced by nonsense', async () => {
    for (const own of [{}, null, 'nonsense', []])
      expect([own, (await save('settings manager', { [id]: own })).status]).toEqual([own, 403]);
  });

  test('the survey of its messages stays with Manage Settings, and what is sent back is no change', async () => {
    const survey = await createTestSurvey(app.db, { what: { type: 'text' } });
    const group = await readGroup();
    const own = {
      ...group[id],
      form_id: survey.id,
      inbound_fields: { Message: `values.${survey.keyOf('what')}` },
    };
    expect((await save('settings manager', { ...group, [id]: own })).status).toBe(200);
    expect((await readGroup())[id]).toMatchObject({ form_id: survey.id });
    expect(JSON.stringify((await readGroup())[id])).toContain(secretMask);
    expect(await findAnnouncements()).toEqual([]);
    const read = async (kind: Actor) =>
      (await app.send<DataProvider>(kind, 'GET', `/dataproviders/${id}`)).body;
    expect([(await read('settings manager')).options_locked, (await read('admin')).options_locked]).toEqual([
      true,
      undefined,
    ]);
  });
});

test.each(['********', '******** ', ' ********', '\u00a0********', '\ufeff********', '\t********\n'])(
  'a mask sent back as %j keeps the stored secret',
  async (mask) => {
    const receive = async (secret: string) => {
      const payload = { secret, from: '491750001111', message: 'Water in the street' };
      const response = await app.fastify.inject({ method: 'POST', url: '/sms/smssync', payload });
      return response.json<{ payload: { success: boolean } }>().payload.success;
    };
    for (const kind of ['settings manager', 'admin'] as const)
      expect((await save(kind, { smssync: { secret: mask } })).status).toBe(200);
    expect([await receive('********'), await receive('of the phone')]).toEqual([false, true]);
    const { email } = await readGroup();
    const mailbox = { ...email, incoming_server: 'mail.example.org', incoming_password: 'of the mailbox' };
    expect((await save('admin', { email: mailbox })).status).toBe(200);
    const moved = { email: { ...mailbox, incoming_server: 'evil.example.net', incoming_password: mask } };
    expect((await save('settings manager', moved)).status).toBe(422);
  },
);
