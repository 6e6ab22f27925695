/**
 * No search that anybody may send takes much longer than one with a few misspelled words, however many words and names there are: similar
 * ones are searched for only where an index finds them.
 */
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { scaled } from '../time.ts';

const rows = 150_000;
/** Words of syllables, as in names: many have three letters in common. */
const randomWord = sql`(
  select string_agg((array['sa', 'an', 'ka', 'la', 'ma', 'ri', 'to', 'ne', 'lo', 'pe', 'ch', 'st', 'or', 'in', 'er', 'ba', 'da', 'go'])
    [1 + get_byte(decode(md5(n::text), 'hex'), at) % 18], '')
  from generate_series(1, 2 + n % 5) as at)`;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await sql`
    insert into search_vocabulary select ${randomWord} from generate_series(1, ${rows}::int) n on conflict do nothing`.execute(
    app.db,
  );
  await sql`
    insert into places (id, name, folded, country, population, lat, lon)
    select n, word, word, null, n % 1000, 0, 0 from (select n, ${randomWord} as word from generate_series(1, ${rows}::int) n) words`.execute(
    app.db,
  );
  await sql`
    with archive as (
      insert into map_archives (name, source, origin, state, size, file, hash, schema, bounds, min_zoom, max_zoom, position)
      values ('Testham', 'file', 'testham', 'ready', 1, 'testham', 'testham', 'shortbread', '{0,0,1,1}', 0, 14, 1) returning id
    ), names as (
      insert into map_names (archive_id, id, kind, name, x, y)
      select archive.id, n, 'street', word, 0, 0
      from archive, (select n, ${randomWord} as word from generate_series(1, ${rows}::int) n) words returning archive_id, id, name
    )
    insert into map_name_keys (archive_id, name_id, key, is_name, is_other_point, x, y)
    select archive_id, id, name, true, false, 0, 0 from names`.execute(app.db);
  for (const table of ['search_vocabulary', 'places', 'map_names', 'map_name_keys'])
    await sql`analyze ${sql.table(table)}`.execute(app.db);
}, scaled(120_000));
afterAll(() => app.close());

/** Letters that were added to Unicode later than those that PostgreSQL knows. */
const unknownLetter = '\u0c04';
const repeat = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);
const twelve = (build: (index: number) => string) =>
  Array.from({ length: 12 }, (_none, index) => build(index)).join(' ');

const hostileSearches: Readonly<Record<string, string>> = {
  marks: repeat('\u0301', 200),
  'one word of unknown letters': repeat(unknownLetter, 60),
  'twelve words of unknown letters': twelve((index) => repeat(unknownLetter, 8 + index)),
  'twelve words with unknown letters': twelve((index) => `a${repeat(unknownLetter, 8 + index)}`),
  'twelve long words': twelve((index) => repeat(`xqzwvb${'kjghfdtrpmnl'[index] ?? ''}`, 20)),
  'the same letters': repeat('sa', 200),
  'the same words': repeat('san ', 240),
};
const usualSearch = 'sankalaxa tonelopxe chstorxin';

const searches: [name: string, pathOf: (text: string) => string][] = [
  ['reports', (text) => `/posts?limit=1&q=${encodeURIComponent(text)}`],
  ['places', (text) => `/places?q=${encodeURIComponent(text.slice(0, limits.placeSearch))}`],
  [
    'names on maps',
    (text) => `/map-archives/names?q=${encodeURIComponent(text.slice(0, limits.placeSearch))}`,
  ],
];

/** Times as long as the usual search, and milliseconds that are no harm. */
const [maxRatio, harmless] = [3, scaled(150)];
const tries = 3;

test.each(searches)('%s', { timeout: scaled(60_000) }, async (_name, pathOf) => {
  const measure = async (text: string) => {
    const start = performance.now();
    const { status } = await app.send('visitor', 'GET', pathOf(text));
    expect(status).toBe(200);
    return performance.now() - start;
  };
  const leastTime = async (text: string) => {
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < tries; run++) least = Math.min(least, await measure(text));
    return least;
  };
  const usual = await leastTime(usualSearch);
  const slow: string[] = [];
  for (const [shape, text] of Object.entries(hostileSearches)) {
    const time = await leastTime(text);
    if (time > Math.max(maxRatio * usual, harmless))
      slow.push(`${shape}: ${Math.round(time)} ms, usual ${Math.round(usual)} ms`);
  }
  expect(slow).toEqual([]);
});
