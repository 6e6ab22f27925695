/** What files of map archives hold: usable ones are recognized, all others are refused with words. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../testing/app/test-app.ts';
import { buildArchive, buildVectorTile, lengthOfDirectory, metadataOf } from './archive/archive.fixture.ts';
import { startArchiveApp } from './map-archives.fixture.ts';

let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
beforeAll(async () => {
  deployment = await startArchiveApp();
});
afterAll(() => deployment.close());
afterEach(() => deployment.deleteAll());

describe('files that are no usable archives', () => {
  const leaf = [{ id: 0, runLength: 0, offset: 0, length: 40 }];
  const loopLength = lengthOfDirectory(leaf);
  const loop = [{ id: 0, runLength: 0, offset: 0, length: loopLength }];
  const hostileFiles: [string, string, () => Buffer | Promise<Buffer>][] = [
    ['another version', 'archiveFormat', () => buildArchive().fill(2, 7, 8)],
    ['half of a file', 'archiveIncomplete', () => buildArchive().subarray(0, -20)],
    ['a short page of a website', 'archiveFormat', () => Buffer.from('<html></html>')],
    ['a box outside of the world', 'archiveBox', () => buildArchive({ bounds: [170, 10, 200, 20] })],
    ['an empty box', 'archiveBox', () => buildArchive({ bounds: [0, 0, 0, 0] })],
    ['impossible zooms', 'archiveZooms', () => buildArchive({ zooms: [9, 5] })],
    ['tiles of an unknown type', 'archiveTiles', () => buildArchive({ tileType: 0 })],
    ['tiles that browsers cannot decompress', 'archiveTiles', () => buildArchive({ tileCompression: 4 })],
    [
      'a directory that browsers cannot decompress',
      'archiveTiles',
      () => buildArchive({ internalCompression: 3 }),
    ],
    [
      'a directory that leads to itself',
      'archiveDamaged',
      () => buildArchive({ changeEntries: () => loop, leaves: [loop] }),
    ],
    [
      'entries out of order',
      'archiveDamaged',
      () => buildArchive({ changeEntries: ([entry]) => (entry ? [entry, entry] : []) }),
    ],
    [
      'a tile beyond the end of the file',
      'archiveDamaged',
      () => buildArchive({ changeEntries: (entries) => entries.map((entry) => ({ ...entry, offset: 1e9 })) }),
    ],
    ['no tiles', 'archiveDamaged', () => buildArchive({ changeEntries: () => [] })],
    [
      'a tile that is none',
      'archiveDamaged',
      () => buildArchive({ tiles: [{ z: 0, x: 0, y: 0, data: Buffer.from('no') }] }),
    ],
    ['metadata that are no JSON', 'archiveDamaged', () => buildArchive({ metadata: Buffer.from('{') })],
    [
      'metadata that grow to 100 MB',
      'archiveDamaged',
      () => buildArchive({ metadata: Buffer.alloc(100_000_000, ' ') }),
    ],
    [
      'a directory of too many entries',
      'archiveDamaged',
      () => {
        const { length } = gzipSync(buildVectorTile({ roads: { kind: 'highway' } }));
        const many = Array.from({ length: 120_000 }, (_, id) => ({ id, runLength: 1, offset: 0, length }));
        const leaf = [{ id: 0, runLength: 0, offset: 0, length: lengthOfDirectory(many) }];
        return buildArchive({ changeEntries: () => leaf, leaves: [many] });
      },
    ],
    ['a schema of its own', 'archiveSchema', () => buildArchive({ metadata: metadataOf('lines', 'things') })],
    ['no schema', 'archiveSchema', () => buildArchive({ metadata: {} })],
    [
      'the schema of an earlier version',
      'archiveSchema',
      () =>
        buildArchive({
          metadata: { vector_layers: [{ id: 'roads', fields: { 'pmap:kind': 'String' } }, { id: 'earth' }] },
        }),
    ],
    [
      'other pictures than it says',
      'archiveDamaged',
      () => buildArchive({ tileType: 2, tiles: [{ z: 0, x: 0, y: 0, data: Buffer.from('<svg/>') }] }),
    ],
  ];

  test.each(hostileFiles)('%s: fails with %s, and nothing is left', async (_name, rule, build) => {
    const good = await deployment.upload(buildArchive());
    const bytes = await build();
    const { id } = (await deployment.begin(bytes.length)).body;
    const sent = await deployment.sendChunk(id, 0, bytes);
    if (sent.status === 200) {
      await deployment.app.jobs.runPending();
      expect(await deployment.read(id)).toMatchObject({ state: 'failed', failure: { rule } });
    } else expect([errorPointers(sent), errorCodes(sent)]).toEqual([['/file'], [rule]]);
    await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);
    expect(
      await readdir(path.join(deployment.app.storageDir, '.without-backup/map-archives'), {
        recursive: true,
      }),
    ).toEqual([expect.stringMatching(/^[0-9a-f]+\.pmtiles$/)]);
    // Other archives are not affected.
    expect(await deployment.list('visitor')).toMatchObject([{ id: good.id }]);
    expect((await deployment.fetchFile(good.id)).statusCode).toBe(200);
  });

  test('an attribution is reduced to texts and links', async () => {
    const attribution =
      '<script>alert(1)</script><img src=x onerror=alert(1)>© <a href="javascript:alert(1)">Maps</a> &amp; <a href=" https://example.org/a?b=c">People</a><style>*{}</style>';
    const archive = await deployment.upload(
      buildArchive({ metadata: { ...metadataOf('streets', 'ocean'), attribution } }),
    );
    expect(archive).toMatchObject({
      schema: 'shortbread',
      attribution: [
        { text: '© Maps & ', url: null },
        { text: 'People', url: 'https://example.org/a?b=c' },
      ],
    });
  });
});

test('archives of pictures and of OpenMapTiles are recognized', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#27a' } })
    .png()
    .toBuffer();
  const raster = buildArchive({
    tileType: 2,
    tileCompression: 1,
    tiles: [{ z: 0, x: 0, y: 0, data: png }],
    metadata: {},
  });
  expect(await deployment.upload(raster)).toMatchObject({ schema: 'raster', attribution: [] });
  const omt = buildArchive({ metadata: metadataOf('transportation', 'water', 'place') });
  expect(await deployment.upload(omt)).toMatchObject({ schema: 'openmaptiles' });
});
