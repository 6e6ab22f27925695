/** Secrets in the database: none in plain text, old rows are encrypted at startup, and a changed key is handled. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Webhook, WebhookDelivery } from '@waypost/contract/webhooks/webhooks';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptStoredSecrets } from '../../encrypt-stored-secrets.ts';
import { inTransaction, openDatabase } from '../../kernel/db/database.ts';
import { SecretBox } from '../../kernel/security/secret-box.ts';
import { readActiveProviders } from '../../settings/settings.public.ts';
import { createTestSurvey, type TestSurvey } from '../app/create-test-survey.ts';
import { errorPointers, startTestApp, type TestApp } from '../app/test-app.ts';
import { type ExchangeServer, startExchangeServer } from '../servers/exchange-server.ts';
import { eventually } from '../time.ts';

const hookSecret = 'a secret of more than twenty';
const hdxKey = 'abcdefgh-1234';
const secretBox = new SecretBox(randomBytes(32));
const signatures: (string | undefined)[] = [];
let app: TestApp;
let survey: TestSurvey;
let exchange: ExchangeServer;
let receiver: Server;
let webhookUrl: string;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    signatures.push(request.headers['x-ushahidi-signature']?.toString());
    request.resume().on('end', () => response.end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  exchange = await startExchangeServer(hdxKey);
  app = await startTestApp({ secretBox, exchangeUrl: exchange.url, allowedNetworks: ['127.0.0.0/8'] });
  survey = await createTestSurvey(app.db, {});
});
afterAll(async () => {
  await app.close();
  await exchange.close();
  receiver.close();
});

const currentKeys = () => ({ secretBox, exchangeUrl: exchange.url });
const logLines: string[] = [];
const sealStoredSecrets = (with_ = currentKeys()) =>
  encryptStoredSecrets(app.db, with_, (line) => logLines.push(line));
/** The files of the database, without the write-ahead log, that contain a text; dead rows and statistics count. */
async function findFilesWith(text: string): Promise<string[]> {
  await sql`checkpoint`.execute(app.db);
  const { rows } = await sql<{ file: string }>`
    select file from (
      select directory || '/' || pg_ls_dir(directory) as file
      from (select 'global' union all select 'base/' || oid from pg_database where datname = current_database()) as it (directory)
    ) as files
    where position(convert_to(${text}, 'UTF8') in coalesce(pg_read_binary_file(file, 0, 100000000, true), '')) > 0`.execute(
    app.db,
  );
  return rows.map(({ file }) => file);
}

/** The content of the tables with secrets, as a backup would contain it. */
async function readStoredSecrets(): Promise<string> {
  const rows = await Promise.all([
    app.db.selectFrom('webhooks').selectAll().execute(),
    app.db.selectFrom('user_settings').selectAll().execute(),
    app.db.selectFrom('settings').selectAll().execute(),
    app.db.selectFrom('api_keys').selectAll().execute(),
    app.db.selectFrom('audit_log').selectAll().execute(),
  ]);
  return JSON.stringify(rows);
}

test('entered secrets are not in the tables in plain text', async () => {
  const { body: hook } = await app.send<Webhook>('admin', 'POST', '/webhooks', {
    name: 'Desk',
    url: webhookUrl,
    shared_secret: hookSecret,
    event_type: 'create',
    entity_type: 'post',
  });
  expect(hook.shared_secret).toBe(hookSecret);
  const at = `/users/${await app.idOf('reviewer')}/settings`;
  await app.send('reviewer', 'POST', at, { config_key: 'hdx_api_key', config_value: hdxKey });
  const { body: key } = await app.send<{ api_key: string }>('admin', 'POST', '/apikeys', {});
  const all = await readStoredSecrets();
  for (const secret of [hookSecret, hdxKey, key.api_key]) {
    expect(secret.length).toBeGreaterThan(10);
    expect([secret, all.includes(secret)]).toEqual([secret, false]);
  }
});

/**
 * Makes each snapshot of the database old from its start: a transaction of another database is writing meanwhile, and short queries of
 * this one never cease. @returns ends it
 */
async function holdBackSnapshots(): Promise<() => Promise<void>> {
  const url = new URL(app.databaseUrl);
  url.pathname = '/postgres';
  const writer = new Client(url.href);
  await writer.connect();
  await writer.query('begin');
  await writer.query('select pg_current_xact_id()');
  const released = new AbortController();
  const readers = [0, 1].map(async () => {
    while (!released.signal.aborted) await sql`select pg_sleep(0.1)`.execute(app.db);
  });
  return async () => {
    released.abort();
    await Promise.all(readers);
    await writer.end();
  };
}

/** Connections whose last query looked for older transactions. */
async function countWaitsForTransactions(): Promise<number> {
  // A parameter, so that this query is not one of them.
  const pattern = '%backend_xmin is not null%';
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and query like ${pattern}`.execute(
    app.db,
  );
  return rows.length;
}

test('encrypts rows of an older version at startup, keeps them working, and removes the old values from the files', async () => {
  await app.db.updateTable('webhooks').set({ secret: hookSecret }).execute();
  await app.db.updateTable('user_settings').set({ config_value: hdxKey, bound_to: null }).execute();
  const unbound = secretBox.encrypt('phone secret', 'data-provider/smssync/secret');
  const value = JSON.stringify({ providers: { smssync: true }, smssync: { secret: unbound } });
  await app.db.insertInto('settings').values({ name: 'data-provider', value }).execute();
  // An older transaction keeps the old rows in the files until it ends. It ends once somebody waits for it.
  const reader = await app.db.startTransaction().setIsolationLevel('repeatable read').execute();
  await reader.selectFrom('users').select('id').execute();
  const release = await holdBackSnapshots();
  // Connections of its own keep its last query visible.
  const startup = openDatabase(app.databaseUrl, { maxConnections: 2 });
  const sealed = encryptStoredSecrets(startup, currentKeys(), (line) => logLines.push(line));
  await eventually(async () => expect(await countWaitsForTransactions()).toBeGreaterThan(0));
  await reader.commit().execute();
  await sealed;
  await startup.destroy();
  await release();
  expect(logLines).toEqual([]);
  const all = await readStoredSecrets();
  for (const secret of [hookSecret, hdxKey]) expect(all).not.toContain(secret);
  for (const secret of [hookSecret, hdxKey]) expect(await findFilesWith(secret)).toEqual([]);
  expect((await app.send('reviewer', 'GET', '/hxl/organisations')).status).toBe(200);
  const sources = await inTransaction(app.db, 'reads', (tx) => readActiveProviders(tx, secretBox));
  expect(sources.find(({ id }) => id === 'smssync')?.options['secret']).toBe('phone secret');
  await app.send('member', 'POST', '/posts', { form: survey.id, title: 'Water is rising' });
  await app.jobs.runPending();
  expect(signatures).toHaveLength(1);
  const before = await readStoredSecrets();
  await sealStoredSecrets();
  expect(await readStoredSecrets()).toBe(before);
});

/** Stores a secret in plain text, as an earlier version did. */
const storePlainSecret = (secret: string) => app.db.updateTable('webhooks').set({ secret }).execute();
const restoreSecret = async () => {
  await storePlainSecret(hookSecret);
  await sealStoredSecrets();
};

test('samples of secrets for statistics are removed, and no new ones are taken', async () => {
  const plain = `plain ${crypto.randomUUID()}`;
  // Of a single row no sample is kept.
  const others: number[] = [];
  for (const name of ['Second', 'Third']) {
    const input = {
      name,
      url: webhookUrl,
      shared_secret: hookSecret,
      event_type: 'create',
      entity_type: 'post',
    };
    others.push((await app.send<Webhook>('admin', 'POST', '/webhooks', input)).body.id);
  }
  await storePlainSecret(plain);
  await sql`analyze`.execute(app.db);
  const { rows } = await sql`
    select from pg_stats where (tablename, attname) in (('webhooks', 'secret'), ('user_settings', 'config_value'))`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
  await sql`alter table webhooks alter column secret set statistics 100; analyze webhooks`.execute(app.db);
  await sql`alter table webhooks alter column secret set statistics 0`.execute(app.db);
  expect((await findFilesWith(plain)).length).toBeGreaterThan(1);
  await sealStoredSecrets();
  expect(await findFilesWith(plain)).toEqual([]);
  for (const id of others) expect((await app.send('admin', 'DELETE', `/webhooks/${id}`)).status).toBe(200);
  await restoreSecret();
});

test('a start that is killed before the old values are cleared leaves them to the next one', async () => {
  const plain = `plain ${crypto.randomUUID()}`;
  await storePlainSecret(plain);
  const reader = await app.db.startTransaction().setIsolationLevel('repeatable read').execute();
  await reader.selectFrom('users').select('id').execute();
  const killed = openDatabase(app.databaseUrl, { maxConnections: 2 });
  const attempt = encryptStoredSecrets(killed, currentKeys(), (line) => logLines.push(line)).catch(
    () => 'killed',
  );
  while ((await readStoredSecrets()).includes(plain)) await sleep(50);
  await killed.destroy();
  expect(await attempt).toBe('killed');
  await reader.commit().execute();
  expect(await findFilesWith(plain)).not.toEqual([]);
  await sealStoredSecrets();
  expect(await findFilesWith(plain)).toEqual([]);
  expect(logLines).toEqual([]);
  await restoreSecret();
});

test('sends a key of the exchange only to the server that it was entered for', async () => {
  const other = await startExchangeServer(hdxKey);
  const moved = await startTestApp({
    secretBox,
    exchangeUrl: other.url,
    allowedNetworks: ['127.0.0.0/8'],
  });
  const owner = await moved.idOf('reviewer');
  const row = await app.db.selectFrom('user_settings').selectAll().executeTakeFirstOrThrow();
  const { id: _, user_id: __, created: ___, ...pair } = row;
  await moved.db
    .insertInto('user_settings')
    .values({ ...pair, user_id: owner })
    .execute();
  expect((await moved.send('reviewer', 'GET', '/hxl/organisations')).status).toBe(204);
  expect(other.requests).toEqual([]);
  const at = `/users/${owner}/settings`;
  const { body } = await moved.send<{ results: { id: number }[] }>('reviewer', 'GET', at);
  expect(body.results).toMatchObject([{ config_value: '********', needs_reentry: true }]);
  const back = { config_key: 'hdx_api_key', config_value: '********' };
  const refused = await moved.send('reviewer', 'PUT', `${at}/${body.results[0]?.id}`, back);
  expect([refused.status, errorPointers(refused)]).toEqual([422, ['/config_value']]);
  const anew = { config_key: 'hdx_api_key', config_value: hdxKey };
  expect((await moved.send('reviewer', 'PUT', `${at}/${body.results[0]?.id}`, anew)).status).toBe(200);
  expect((await moved.send('reviewer', 'GET', '/hxl/organisations')).status).toBe(200);
  await moved.close();
  await other.close();
});

test('with another server key sends nothing, and reports which secrets to enter again', async () => {
  signatures.length = 0;
  const other = new SecretBox(randomBytes(32));
  const { id, uuid } = await app.db.selectFrom('webhooks').select(['id', 'uuid']).executeTakeFirstOrThrow();
  await app.db
    .updateTable('webhooks')
    .set({ secret: other.encrypt(hookSecret, `webhook/${uuid}`) })
    .execute();
  await sealStoredSecrets();
  const read = await app.send<Webhook>('admin', 'GET', `/webhooks/${id}`);
  expect(read.body).toMatchObject({ shared_secret: '', secret_lost: true });
  await app.send('member', 'POST', '/posts', { form: survey.id, title: 'Higher' });
  await app.jobs.runPending();
  const log = await app.send<{ results: WebhookDelivery[] }>('admin', 'GET', `/webhooks/${id}/deliveries`);
  expect(log.body.results[0]).toMatchObject({ state: 'waiting', fault: 'secret', status: null });
  expect(signatures).toEqual([]);
  const sentBack = await app.send('admin', 'PUT', `/webhooks/${id}`, read.body);
  expect([sentBack.status, errorPointers(sentBack)]).toEqual([422, ['/shared_secret']]);
  const anew = await app.send<Webhook>('admin', 'PUT', `/webhooks/${id}`, { shared_secret: hookSecret });
  expect(anew.body.secret_lost).toBeUndefined();
  await app.jobs.runPending({ includeScheduled: true });
  expect(signatures).toHaveLength(1);
});
