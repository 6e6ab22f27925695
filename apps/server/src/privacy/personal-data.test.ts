/** Each way of removing personal data leaves none of it: a mark is planted in everything that can hold some, and searched for afterwards. */
import { receiptHeader } from '@waypost/contract/receipts/receipts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { createKey, hashOf } from '../receipts/receipts.fixture.ts';
import { type Actor, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { applyRetention } from './apply-retention.ts';
import {
  findPersonalData,
  findUnclassifiedColumns,
  type PlantedPost,
  plantedNumber,
  plantPersonalData,
} from './plant-personal-data.fixture.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ simulatedPhones: true });
});
afterEach(() => app.close());

test('every column is classified', async () => {
  expect(await findUnclassifiedColumns(app)).toEqual([]);
});

const applyRule = async (rule: object) => {
  const rules = [{ form: null, status: null, days: 1, ...rule }];
  expect((await app.send('admin', 'PUT', '/retention/rules', { rules })).status).toBe(200);
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, applyRetention, {}));
};
const erase = async (posts: boolean) => {
  const erased = await app.send('admin', 'POST', '/contact-data/erase', { contact: plantedNumber, posts });
  expect(erased).toMatchObject({ status: 200, body: { contacts: 1 } });
};
const withdraw = async ({ id }: PlantedPost) => {
  const key = createKey();
  const hash = Buffer.from(hashOf(key), 'base64url');
  await sql`update receipts set key_hash = ${hash} where post_id = ${id}`.execute(app.db);
  const { token } = (await app.send<{ token: string }>('passer-by', 'POST', '/receipts', { key })).body;
  const withdrawn = await app.fastify.inject({
    method: 'DELETE',
    url: '/api/v3/receipts/report',
    headers: { [receiptHeader]: token },
  });
  expect(withdrawn.statusCode).toBe(200);
};

/** Ways of removal, and whether the post stays. */
const ways: [string, boolean, (post: PlantedPost) => Promise<unknown>][] = [
  ['a rule that anonymizes', true, () => applyRule({ action: 'anonymize' })],
  ['a rule that deletes', false, () => applyRule({ action: 'delete' })],
  ['the erasure of its sender', true, () => erase(false)],
  ['the erasure of its sender with the posts', false, () => erase(true)],
  ['its withdrawal by a receipt', false, withdraw],
];

describe.each(ways)('%s', (_, stays, remove) => {
  test('leaves none of the planted marks', async () => {
    const post = await plantPersonalData(app);
    const exported = await app.send('admin', 'POST', '/exports/jobs', { entity_type: 'post', fields: [] });
    expect(exported.status).toBe(200);
    await app.jobs.runPending();
    const before = await findPersonalData(app);
    const tables = new Set(post.planted.map((column) => column.split('.')[0] ?? ''));
    const found = new Set(before.map((place) => place.split(': ')[0]));
    expect([...tables].filter((table) => !found.has(table))).toEqual([]);
    expect(before.filter((place) => /^(?:file|backup)/.test(place)).length).toBeGreaterThan(3);

    const readAs = async (actor: Actor) =>
      await app.send<{ values: object }>(actor, 'GET', `/posts/${post.id}`);
    const published = (await readAs('passer-by')).body;

    await remove(post);
    await app.jobs.runPending();
    // Files of what was deleted.
    await app.jobs.runPending();
    expect(await findPersonalData(app)).toEqual([]);
    expect((await readAs('admin')).status).toBe(stays ? 200 : 404);
    if (!stays) return;
    // The team has what everyone sees, and that did not change, also after somebody saves it again.
    const { values } = published;
    expect(Object.keys(values)).toEqual(['open', 'place', 'route', 'when', 'photo'].map(post.survey.keyOf));
    const texts = { title: 'Bridge', content: 'Water on the road', values };
    for (const actor of ['passer-by', 'admin'] as const)
      expect((await readAs(actor)).body).toMatchObject(texts);
    const precision = { date_precision: 'day', place_precision: { kind: 'displaced' } };
    expect((await readAs('admin')).body).toMatchObject({ anonymized: true, ...precision });
    expect((await readAs('passer-by')).body).not.toHaveProperty('anonymized');
    expect((await app.send('admin', 'POST', `/posts/${post.id}/revisions/1/restore`)).status).toBe(403);
    expect((await app.send('admin', 'PUT', `/posts/${post.id}`, texts)).status).toBe(200);
    for (const actor of ['passer-by', 'admin'] as const)
      expect((await readAs(actor)).body).toMatchObject(texts);
  });
});
