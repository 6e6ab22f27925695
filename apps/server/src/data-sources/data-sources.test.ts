import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { setOperatorSettings } from '../testing/app/operator-settings.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Group = Record<string, Record<string, unknown>>;
const readSettings = async () =>
  (await app.send<Group>('settings manager', 'GET', '/config/data-provider')).body;
const saveSettings = (body: object) => app.send<Group>('admin', 'PUT', '/config/data-provider', body);
const readStored = async () =>
  JSON.stringify(
    await app.db.selectFrom('settings').selectAll().where('name', '=', 'data-provider').execute(),
  );

const twilio = {
  from: '+15550000',
  account_sid: 'AC1',
  auth_token: 's3cret token',
  sms_auto_response: 'Hi',
  require_signature: 'No',
  address_secret: 'kX3-9f_longEnoughToStayOut',
};

describe('data sources', () => {
  test('are listed with their options', async () => {
    const list = async (query = '') =>
      (await app.send<{ results: DataProvider[] }>('settings manager', 'GET', `/dataproviders${query}`)).body
        .results;
    const ids = (await list()).map((provider) => provider.id);
    for (const id of ['smssync', 'email', 'twilio', 'nexmo', 'twitter', 'frontlinesms'])
      expect(ids).toContain(id);
    // The forms of existing clients read the rules of every option.
    for (const { options } of await list('?all=true'))
      for (const option of Object.values(options)) expect(option.rules).toBeInstanceOf(Array);
    expect(ids).not.toContain('outgoingemail');
    const sms = (await list('?type=sms')).map((provider) => provider.id);
    expect(sms.toSorted()).toEqual(['frontlinesms', 'nexmo', 'smssync', 'twilio']);
    const nexmo = await app.send<DataProvider>('settings manager', 'GET', '/dataproviders/nexmo');
    expect(nexmo.body).toMatchObject({
      id: 'nexmo',
      url: 'https://report.example.org/api/v3/dataprovider/nexmo',
      services: ['sms'],
      inbound_fields: { Message: 'text' },
    });
    expect(Object.keys(nexmo.body.options).slice(0, 3)).toEqual(['from', 'api_key', 'api_secret']);
    expect((await app.send('settings manager', 'GET', '/dataproviders/fax')).status).toBe(404);
    expect((await app.send('member', 'GET', '/dataproviders')).status).toBe(403);
    expect((await app.send('admin', 'POST', '/dataproviders', {})).status).toBe(405);
  });

  test('report their state and the defaults of their options', async () => {
    const readProvider = async (id: string) =>
      (await app.send<DataProvider>('settings manager', 'GET', `/dataproviders/${id}`)).body;
    expect(await readProvider('smssync')).toMatchObject({ state: 'off' });
    expect(await readProvider('outgoingemail')).toMatchObject({ state: 'not-set-up' });
    expect((await readProvider('twilio')).options['require_signature']).toMatchObject({ default: 'Yes' });
    await saveSettings({ providers: { smssync: true }, smssync: { secret: 'phone' } });
    expect(await readProvider('smssync')).toMatchObject({ state: 'on' });
    // As after a restore with another key: the stored secret cannot be decrypted.
    await sql`
      update settings set value = jsonb_set(value, '{smssync,secret}', '""') where name = 'data-provider'`.execute(
      app.db,
    );
    expect(await readProvider('smssync')).toMatchObject({ state: 'not-set-up' });
    await app.db.deleteFrom('settings').where('name', '=', 'data-provider').execute();
  });

  test('are switched off by default, with empty objects instead of null', async () => {
    expect(await readSettings()).toMatchObject({
      providers: { smssync: false, email: false, outgoingemail: true, twilio: false, nexmo: false },
      email: { incoming_type: '', incoming_password: '' },
      twilio: {},
      smssync: {},
      twitter: {},
      nexmo: {},
      frontlinesms: {},
    });
  });
});

describe('secrets', () => {
  test('are stored encrypted, never sent to clients, and kept when a client sends the masked object back', async () => {
    const saved = await saveSettings({ providers: { twilio: true }, twilio });
    expect(saved.body['twilio']).toMatchObject({ account_sid: 'AC1', auth_token: '********' });
    expect(JSON.stringify(await readSettings())).not.toContain('s3cret');
    expect(await readStored()).not.toContain('s3cret');
    const deliver = () =>
      app.fastify.inject({
        method: 'POST',
        url: `/sms/twilio/${twilio.address_secret}`,
        payload: { AccountSid: 'AC1', From: '+1', Body: 'Hi', MessageSid: 'SM1' },
      });
    expect((await deliver()).statusCode).toBe(200);
    const before = await readStored();
    expect((await saveSettings({ ...(await readSettings()), url: 'x' })).status).toBe(200);
    expect(
      (await readStored()).includes(
        String((JSON.parse(before) as { value: Group }[])[0]?.value['twilio']?.['auth_token']),
      ),
    ).toBe(true);
    expect((await deliver()).statusCode).toBe(200);
  });

  test('in unknown options are not stored', async () => {
    const typed = { apiKey: 'typed 2', access_token: 'typed 3' };
    const saved = await saveSettings({ email: { incoming_type: '', ...typed, note: 'kept' } });
    expect(saved.status).toBe(200);
    expect(saved.body['email']).toMatchObject({ note: 'kept' });
    for (const name of Object.keys(typed)) expect(saved.body['email']).not.toHaveProperty(name);
    expect(await readStored()).not.toContain('typed');
    // As stored by an earlier version.
    await sql`update settings set value = jsonb_set(value, '{email,outgoing_password}', '"typed 4"')
      where name = 'data-provider'`.execute(app.db);
    expect(await readStored()).toContain('typed 4');
    expect(JSON.stringify(await readSettings())).not.toContain('typed');
  });

  test('are not in the audit log', async () => {
    await saveSettings({ twilio: { ...twilio, auth_token: 'another secret' } });
    const log = await app.send('admin', 'GET', '/audit');
    expect(JSON.stringify(log.body)).not.toContain('another secret');
  });
});

describe('invalid settings are refused at their data source', () => {
  test.each([
    [{ providers: { nexmo: true } }, '/nexmo', 'providerIncomplete'],
    [{ providers: { nexmo: true }, nexmo: { from: '1', api_key: 'k' } }, '/nexmo', 'providerIncomplete'],
    [{ providers: { fax: true } }, '/providers', 'providerNotAvailable'],
    [{ twilio: { ...twilio, url: 'ftp://x' } }, '/twilio', 'providerIncomplete'],
    [{ twilio: { ...twilio, auth_token: '' } }, '/twilio', 'providerIncomplete'],
    [{ nexmo: { form_id: 99_999 } }, '/nexmo', 'exists'],
  ])('%o', async (body, pointer, rule) => {
    await saveSettings({ providers: { twilio: true }, twilio });
    const before = await readStored();
    const refused = await saveSettings(body);
    expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([422, [pointer], [rule]]);
    expect(await readStored()).toBe(before);
  });

  test('a source that the operator does not offer is refused; incomplete ones may be stored while off', async () => {
    await setOperatorSettings(app.db, { features: { 'data-providers': { twilio: false } } });
    const refused = await saveSettings({ providers: { twilio: true }, twilio });
    expect([errorPointers(refused), errorCodes(refused)]).toEqual([['/providers'], ['providerNotAvailable']]);
    const callback = {
      method: 'POST',
      url: `/sms/twilio/${twilio.address_secret}`,
      payload: { AccountSid: 'AC1' },
    } as const;
    expect((await app.fastify.inject(callback)).statusCode).toBe(404);
    await setOperatorSettings(app.db);
    expect((await saveSettings({ providers: {}, nexmo: { from: '1' } })).status).toBe(200);
  });

  test('a survey and its field mapping are stored as sent', async () => {
    const survey = await createTestSurvey(app.db, { what: { type: 'text' } });
    const mapping = { Message: `values.${survey.keyOf('what')}` };
    await saveSettings({ nexmo: { from: '1', form_id: { id: survey.id }, inbound_fields: mapping } });
    expect((await readSettings())['nexmo']).toEqual({
      from: '1',
      form_id: survey.id,
      inbound_fields: mapping,
    });
    await saveSettings({ nexmo: { form_id: null, inbound_fields: [] } });
    expect((await readSettings())['nexmo']).toEqual({ form_id: null, inbound_fields: {} });
  });
});
