import type { SuggestedPlace } from '@waypost/contract/data-sources/data-sources';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { receiveMessage } from '../../messages/messages.public.ts';
import { foldName, suffixKeys } from '../../places/fold-name.ts';
import { insertPlaces } from '../../places/places.sql.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
const examplePlaces: [string, string, number, number, number][] = [
  ['Nairobi', 'KE', 2_750_547, -1.28333, 36.81667],
  ['Kisumu', 'KE', 216_479, -0.10221, 34.76171],
  ['Port Victoria', 'KE', 1200, 0.1, 33.97],
  ['Victoria', 'CA', 289_625, 48.43, -123.37],
  ['Water', 'GB', 900, 53.73, -2.24],
  ['Çan', 'TR', 28_682, 40.03, 27.05],
  ['القاهرة', 'EG', 7_734_614, 30.06, 31.25],
];
beforeAll(async () => {
  app = await startTestApp();
  const places = examplePlaces.map(([name, country, population, lat, lon], index) => {
    return { id: index + 1, name, folded: foldName(name), country, population, lat, lon };
  });
  const keys = places.flatMap(({ id, folded }) => suffixKeys(folded).map((key) => ({ key, place_id: id })));
  await inTransaction(app.db, 'writes', (tx) => insertPlaces(tx, places, keys, []));
});
afterAll(() => app.close());

const suggestFor = async (message: string, additional_data: Record<string, unknown> | null = null) => {
  const incoming = { type: 'sms', from: '+254700123', message, additional_data } as const;
  const { postId } = await inTransaction(app.db, 'writes', (tx) => receiveMessage(tx, incoming));
  const url = `/posts/${postId}/suggested-places`;
  const reply = await app.send<{ results: SuggestedPlace[] }>('reviewer', 'GET', url);
  expect((await app.send('member', 'GET', url)).status).toBe(404);
  const post = await app.send<{ values: object }>('reviewer', 'GET', `/posts/${postId}`);
  // Suggested only, not stored in the post.
  expect(post.body.values).toEqual([]);
  return reply.body.results.map(({ name, lat, lon, why }) => [why, name, lat, lon]);
};
const kisumu = ['Kisumu', -0.10221, 34.76171];

test.each([
  ['Flood at #loc Kisumu please help', [['tag', ...kisumu]]],
  ['#loc kisumu bridge', [['tag', ...kisumu]]],
  ['Bridge down in Kisumu', [['name', ...kisumu]]],
  ['bridge down near kisumu', [['name', ...kisumu]]],
  ['Water has reached the school', []],
  [
    'boats in Port Victoria',
    [
      ['name', 'Port Victoria', 0.1, 33.97],
      ['name', 'Victoria', 48.43, -123.37],
    ],
  ],
  ['we are at -0.1022, 34.7617', [['coordinates', null, -0.1022, 34.7617]]],
  ['0.1022 S 34.7617 E', [['coordinates', null, -0.1022, 34.7617]]],
  ['pay 12.50, 300.75', []],
  ['Help us', []],
  ['I can open the gate', []],
  ['Can you help us?', []],
  ['WE CAN OPEN THE GATE', []],
  ['Flooding in Çan', [['name', 'Çan', 40.03, 27.05]]],
  ['Kisumu flooded', [['name', ...kisumu]]],
  ['BRIDGE DOWN NEAR KISUMU', [['name', ...kisumu]]],
  ['فيضان في القاهرة', [['name', 'القاهرة', 30.06, 31.25]]],
])('"%s" suggests %j', async (text, places) => {
  expect(await suggestFor(text)).toEqual(places);
});

test('the location of the sender comes first', async () => {
  const location = [{ type: 'Point', coordinates: [34.5, -0.5] }];
  expect(await suggestFor('near Kisumu', { location })).toEqual([
    ['sent', null, -0.5, 34.5],
    ['name', ...kisumu],
  ]);
});
