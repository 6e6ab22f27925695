/** An extract that is made to fill the disk with names. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildExtract } from '../extract/osm/extract.fixture.ts';
import { startArchiveApp } from '../map-archives.fixture.ts';
import { towns } from './town.fixture.ts';

let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
beforeAll(async () => {
  deployment = await startArchiveApp();
});
afterAll(() => deployment.close());

test('few bytes of an extract cannot become very many rows', async () => {
  const words = Array.from({ length: 12 }, (_, index) => `${index}`.padStart(9, 'x')).join(' ');
  const languages = Array.from(
    { length: 40 },
    (_, index) => `name:${String.fromCharCode(97 + (index % 26))}${index < 26 ? 'a' : 'b'}`,
  );
  const tags = {
    amenity: 'school',
    name: words,
    ...Object.fromEntries(languages.map((key) => [key, `${key.slice(5)} ${words}`])),
  };
  const points = Array.from({ length: 3000 }, (_, index) => ({
    id: 100 + index,
    at: [10.01, 50.01] as const,
    tags,
  }));
  const bytes = buildExtract({ nodes: [...(towns.nodes ?? []).slice(0, 4), ...points] });
  expect(bytes.length).toBeLessThan(100_000);
  const { id, state, failure } = await deployment.upload(bytes, 'evil.osm.pbf');
  expect([state, failure?.rule]).toEqual(['failed', 'extractComplex']);
  await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);
});
