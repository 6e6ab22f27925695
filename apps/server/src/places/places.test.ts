import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Place } from '@waypost/contract/places/places';
import { asciiName, foldName, suffixKeys } from '@waypost/survey-logic/fold-name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { scaled } from '../testing/time.ts';
import { loadPlaces } from './load-places.ts';
import { insertPlaces, tryLockLoading } from './places.sql.ts';
import { readPlacesFile } from './read-places-file.ts';
import { startLoadingPlaces } from './start-loading-places.ts';

const asset = path.resolve(import.meta.dirname, '../../assets/places.tsv.gz');
const isBuilt = existsSync(asset);

let app: TestApp;

/** Name, country, population, latitude, longitude. */
const samplePlaces: [string, string | null, number, number, number][] = [
  ['Nairobi', 'KE', 2_750_547, -1.28333, 36.81667],
  ['Kisumu', 'KE', 216_479, -0.10221, 34.76171],
  ['São Paulo', 'BR', 10_021_295, -23.5475, -46.63611],
  ['Sa Pa', 'VN', 10_554, 22.34023, 103.84415],
  ['Paulo Afonso', 'BR', 112_870, -9.40605, -38.21472],
  ['Port-au-Prince', 'HT', 1_234_742, 18.54349, -72.33881],
  ["Xi'an", 'CN', 6_501_190, 34.25833, 108.92861],
  ['San', 'ML', 68_067, 13.30335, -4.89562],
  ['San Jose', 'US', 1_026_908, 37.33939, -121.89496],
  ['San José', 'CR', 335_007, 9.93333, -84.08333],
  ['Бережани', 'UA', 16_962, 49.45, 24.93333],
  ['Nowhere', null, 0, 0, 0],
];

/** Id, language, name. */
const sampleNames: [number, string, string][] = [
  [1, 'ar', 'نيروبي'],
  [1, 'hi', 'नैरोबी'],
  [3, 'zh', '圣保罗'],
  [6, 'ht', 'Pòtoprens'],
  [6, 'ru', 'Порт-о-Пренс'],
];

beforeAll(async () => {
  app = await startTestApp();
  const places = samplePlaces.map(([name, country, population, lat, lon], at) => {
    const folded = foldName(name);
    return { id: at + 1, name, folded, country, population, lat, lon };
  });
  const keys = places.flatMap(({ id, folded }) => suffixKeys(folded).map((key) => ({ key, place_id: id })));
  const inOthers = sampleNames.map(([place_id, language, name]) => {
    const folded = foldName(name);
    keys.push({ key: folded, place_id });
    return { place_id, language, name, folded };
  });
  await inTransaction(app.db, 'writes', (tx) => insertPlaces(tx, places, keys, inOthers));
});
afterAll(() => app.close());

async function find(q: string, more = ''): Promise<Place[]> {
  const url = q === '' ? `/places?${more}` : `/places?q=${encodeURIComponent(q)}${more}`;
  const { status, body } = await app.send<{ count: number; results: Place[] }>('passer-by', 'GET', url);
  expect(status).toBe(200);
  expect(body.count).toBe(body.results.length);
  return body.results;
}
const names = async (q: string, more = '') => (await find(q, more)).map(({ name }) => name);

test('everybody can find a place by the beginning of its name', async () => {
  expect(await find('kisum')).toEqual([
    { id: 2, name: 'Kisumu', country: 'KE', population: 216_479, lat: -0.10221, lon: 34.76171 },
  ]);
  expect(await find('nowhere')).toMatchObject([{ country: null, population: 0 }]);
});

test('a search says that the places of a new deployment are still being loaded, by whatever process', async () => {
  const search = async (q: string) => (await app.send('passer-by', 'GET', `/places?q=${q}`)).body;
  expect(await search('zzzzzz')).toEqual({ count: 0, results: [] });
  await inTransaction(app.db, 'writes', async (tx) => {
    expect(await tryLockLoading(tx)).toBe(true);
    expect(await search('zzzzzz')).toEqual({ count: 0, results: [], loading: true });
    expect(await search('kisum')).toMatchObject({ count: 1 });
  });
  expect(await search('zzzzzz')).toEqual({ count: 0, results: [] });
});

test('exact names come first, then names with this beginning, then words; larger places before smaller ones', async () => {
  expect(await names('san')).toEqual(['San', 'San Jose', 'San José']);
  expect(await names('paulo')).toEqual(['Paulo Afonso', 'São Paulo']);
  expect(await names('sa pa')).toEqual(['Sa Pa']);
  expect(await names('s')).toEqual(['São Paulo', 'San Jose', 'San José', 'San', 'Sa Pa']);
  expect(await names('s', '&limit=2')).toEqual(['São Paulo', 'San Jose']);
});

test('accents, case, hyphens and apostrophes make no difference, nor does the country after a comma', async () => {
  for (const typed of ['São Paulo', 'sao pa', 'SÃO PA', '  sao   paulo ', 'São Paulo, Brazil'])
    expect(await names(typed)).toEqual(['São Paulo']);
  expect(await names('port au')).toEqual(['Port-au-Prince']);
  for (const typed of ['xian', 'xi’an', "xi'an"]) expect(await names(typed)).toEqual(["Xi'an"]);
  expect(await names('береж')).toEqual(['Бережани']);
});

test('a city is found by its name in any language, and named in the requested one', async () => {
  expect(await names('نيرو')).toEqual(['Nairobi']);
  expect(await names('नैरोबी')).toEqual(['Nairobi']);
  expect(await names('圣保')).toEqual(['São Paulo']);
  expect(await names('potop')).toEqual(['Port-au-Prince']);
  expect(await names('порт о', '&lang=ht')).toEqual(['Pòtoprens']);
  expect(await names('nairobi', '&lang=ar')).toEqual(['نيروبي']);
  expect(await names('kisumu', '&lang=ar')).toEqual(['Kisumu']);
  // Exact names come before names with this beginning.
  expect((await names('san', '&lang=ht'))[0]).toBe('San');
});

test('interchangeable letters make no difference', () => {
  expect(foldName('أديس أبابا')).toBe(foldName('اديس ابابا'));
  expect(foldName('الخُبَر')).toBe('الخبر');
  expect(foldName('अहमदाबाद ज़िला')).toBe('अहमदाबाद जिला');
  expect(foldName('Орёл')).toBe('орел');
  expect(foldName('Кам’янське')).toBe('камянське');
});

test('a misspelled name finds similar names, and nonsense finds nothing', async () => {
  expect(await names('Nairoby')).toEqual(['Nairobi']);
  expect(await names('kisimu')).toEqual(['Kisumu']);
  for (const nothing of ['qwertzuiop', '%', '_', ',', '…']) expect(await names(nothing)).toEqual([]);
});

test('of places of similar size, the closer one comes first', async () => {
  expect(await names('san jo', '&near=9,-84')).toEqual(['San José', 'San Jose']);
  expect(await names('san jo', '&near=37,-122')).toEqual(['San Jose', 'San José']);
  expect(await names('s', '&near=22,104')).toEqual(['São Paulo', 'San Jose', 'San José', 'Sa Pa', 'San']);
});

test('without a name, the place closest to a point is found', async () => {
  expect(await find('', '&near=-0.12,34.8')).toMatchObject([{ name: 'Kisumu' }]);
  expect(await names('', '&near=-1.3,36.8&lang=ar')).toEqual(['نيروبي']);
  expect(await names('', '&near=-40,-100')).toEqual([]);
});

test('an invalid query is reported with its field', async () => {
  const bad = async (query: string) => {
    const reply = await app.send('visitor', 'GET', `/places${query}`);
    expect(reply.status).toBe(422);
    return errorPointers(reply);
  };
  expect(await bad('')).toEqual(['/q']);
  expect(await bad('?q=%20')).toEqual(['/q']);
  expect(await bad(`?q=${'a'.repeat(251)}`)).toEqual(['/q']);
  expect(await bad('?q[]=a')).toEqual(['/q']);
  expect(await bad('?q=a&limit=21')).toEqual(['/limit']);
  expect(await bad('?q=a&near=91,0')).toEqual(['/near']);
  expect(await bad('?q=a&lang=en_US')).toEqual(['/lang']);
});

test('a missing file causes one warning and no other failure', async () => {
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  const running = startLoadingPlaces(app.db, '/nowhere/places.tsv.gz', warn);
  await expect.poll(() => warnings).toHaveLength(1);
  await running();
  expect(warnings[0]).toContain('/nowhere/places.tsv.gz');
  expect(await names('kisumu')).toEqual(['Kisumu']);
});

test.skipIf(!isBuilt)('names are folded like those in the places file', async () => {
  let count = 0;
  for await (const { name, ascii } of readPlacesFile(asset)) {
    if (asciiName(name) !== ascii) expect({ name, ascii: asciiName(name) }).toEqual({ name, ascii });
    count += 1;
  }
  expect(count).toBeGreaterThan(100_000);
});

test.skipIf(!isBuilt)(
  'loading replaces what was there, all or nothing, and only once',
  { timeout: scaled(60_000) },
  async () => {
    const stop = startLoadingPlaces(app.db, asset, expect.unreachable);
    await stop();
    expect(await names('nairoby')).toEqual(['Nairobi']);

    const { signal } = new AbortController();
    expect(await loadPlaces(app.db, asset, signal)).toBeGreaterThan(100_000);
    expect(await loadPlaces(app.db, asset, signal)).toBe(0);
    expect(await find('nairobi', '&limit=1')).toMatchObject([{ name: 'Nairobi', country: 'KE' }]);
    expect((await names('sao pa'))[0]).toBe('São Paulo');
    expect((await names('القاهرة', '&lang=ar'))[0]).toBe('القاهرة');
    expect((await names('القاهره', '&lang=sw'))[0]).toBe('Kairo');
    // A language that uses the place's own name has no entry.
    expect((await names('القاهره', '&lang=pt'))[0]).toBe('Cairo');
    expect((await names('Nairoby'))[0]).toBe('Nairobi');
    expect((await names('Kisimu')).slice(0, 3)).toContain('Kisumu');
    expect(await names('nowhere')).not.toContain('Nowhere');
  },
);
