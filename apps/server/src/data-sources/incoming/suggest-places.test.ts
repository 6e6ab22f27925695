import type { SuggestedPlace } from '@waypost/contract/data-sources/data-sources';
import { foldName, suffixKeys } from '@waypost/survey-logic/fold-name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { receiveMessage } from '../../messages/messages.public.ts';
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
  ['Bamako', 'ML', 1_297_281, 12.65, -8],
  ['Mary', 'US', 1200, 33, -90],
  ['Florence', 'IT', 349_296, 43.78, 11.25],
  ['Виктория', 'RU', 300_000, 50, 40],
  ['Москва', 'RU', 10_381_222, 55.75, 37.62],
  ['Казань', 'RU', 1_104_738, 55.79, 49.12],
  ['Львів', 'UA', 717_803, 49.84, 24.02],
  ['Харків', 'UA', 1_430_885, 50, 36.25],
  ['मुंबई', 'IN', 12_691_836, 19.07, 72.88],
  ['上海', 'CN', 22_315_474, 31.22, 121.46],
  ['安康', 'CN', 60_000, 32.68, 109.02],
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
  ['boats in Port Victoria', [['name', 'Port Victoria', 0.1, 33.97]]],
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
  ['فيضان بالقاهرة', [['name', 'القاهرة', 30.06, 31.25]]],
  ['فيضان في مدينة القاهرة', [['name', 'القاهرة', 30.06, 31.25]]],
  ['Flood à Bamako', [['name', 'Bamako', 12.65, -8]]],
  ['inondation à bamako', [['name', 'Bamako', 12.65, -8]]],
  ['près de bamako', [['name', 'Bamako', 12.65, -8]]],
  ['cerca de kisumu', [['name', ...kisumu]]],
  ['alagamento em kisumu', [['name', ...kisumu]]],
  ['banjir di kisumu', [['name', ...kisumu]]],
  ['inondasyon nan kisumu', [['name', ...kisumu]]],
  ['mafuriko katika mji wa kisumu', [['name', ...kisumu]]],
  ['наводнение под Москвой', [['name', 'Москва', 55.75, 37.62]]],
  ['пожар в казани', [['name', 'Казань', 55.79, 49.12]]],
  ['повінь у Львові', [['name', 'Львів', 49.84, 24.02]]],
  ['біля Харкова', [['name', 'Харків', 50, 36.25]]],
  ['вода в доме', []],
  ['मुंबई में बाढ़', [['name', 'मुंबई', 19.07, 72.88]]],
  ['上海发生洪水', [['name', '上海', 31.22, 121.46]]],
  ['桥在上海附近', [['name', '上海', 31.22, 121.46]]],
  ['祝大家安康', []],
  ['Please help Mary', []],
  ['Please help Florence', []],
  ['Florence is missing since Sunday', []],
  ['A message from Florence', []],
  ['Flood in Florence', [['name', 'Florence', 43.78, 11.25]]],
  ['Florence, Italy', [['name', 'Florence', 43.78, 11.25]]],
  ['Inondation à Florence (Italie)', [['name', 'Florence', 43.78, 11.25]]],
  ['Florence, Joseph and I are on the roof', []],
  ['Victoria bridge is down', []],
  ['Water over the road near Victoria bridge', []],
  ['Cracks under the Victoria Bridge', []],
  ['Water over the road near Victoria', [['name', 'Victoria', 48.43, -123.37]]],
  ['puente Victoria', []],
  ['Виктория просит о помощи', []],
  ['Kisumu road is flooded', [['name', ...kisumu]]],
])('"%s" suggests %j', async (text, places) => {
  expect(await suggestFor(text)).toEqual(places);
});

test.each(['visitor', 'member'] as const)(
  'the author of an unsent report (%s) gets places in its text',
  async (who) => {
    const suggestForText = (text: string) =>
      app.send<{ results: SuggestedPlace[] }>(who, 'POST', '/places/suggested', { text });
    const near = await suggestForText('Flood near Kisumu');
    expect(near.body.results.map(({ name, why }) => [why, name])).toEqual([['name', 'Kisumu']]);
    expect((await suggestForText('I can open the gate')).body).toMatchObject({ count: 0, results: [] });
    expect((await suggestForText('x'.repeat(2001))).status).toBe(422);
  },
);

test('the location of the sender comes first', async () => {
  const location = [{ type: 'Point', coordinates: [34.5, -0.5] }];
  expect(await suggestFor('near Kisumu', { location })).toEqual([
    ['sent', null, -0.5, 34.5],
    ['name', ...kisumu],
  ]);
});

test('a place is suggested once, as it is known best', async () => {
  const location = [{ type: 'Point', coordinates: [34.7617, -0.1022] }];
  expect(await suggestFor('Bridge down in Kisumu at -0.1023, 34.7618', { location })).toEqual([
    ['sent', null, -0.1022, 34.7617],
  ]);
});
