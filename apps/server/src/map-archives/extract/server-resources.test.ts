import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkResources, readResources, type ServerResources } from './server-resources.ts';

const refusalOf = (megabytes: number, { memory, disk }: ServerResources) => {
  try {
    checkResources(megabytes * 1e6, { memory: memory * 1e6, disk: disk === null ? null : disk * 1e6 });
  } catch (error) {
    return error;
  }
  return undefined;
};

test.each([
  [100, { memory: 1000, disk: 900 }],
  [300, { memory: 2000, disk: 2500 }],
  [300, { memory: 2000, disk: null }],
])('an extract of %i MB fits into a server with %j MB', (size, resources) => {
  expect(refusalOf(size, resources)).toBeUndefined();
});

test('a server with too little memory, or too little space on its disk, refuses it with the figures', () => {
  expect(refusalOf(300, { memory: 1000, disk: 10_000 })).toMatchObject({
    rule: 'extractMemory',
    params: { needed: 1950, present: 1000 },
  });
  expect(refusalOf(100, { memory: 4000, disk: 800 })).toMatchObject({
    rule: 'extractDisk',
    params: { needed: 900, present: 800 },
  });
});

test('reads the memory and the free space of this server, also before the directory exists', async () => {
  const { memory, disk } = await readResources(path.join(tmpdir(), 'not-there-yet'));
  expect(memory).toBeGreaterThan(1e8);
  expect(disk).toBeGreaterThan(0);
});
