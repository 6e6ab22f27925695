/** DNS rebinding: a name is looked up once, and the checked address is the one that is connected to. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const names = vi.hoisted(() => ({ answers: [] as { address: string; family: number }[][], lookups: 0 }));
// Replaces the DNS of the machine, which a test cannot control; our own code is not mocked.
vi.mock('node:dns', async (original) => ({
  ...(await original<object>()),
  lookup: (_name: string, _options: object, done: (error: null, addresses: object[]) => void) => {
    const answer = names.answers[Math.min(names.lookups, names.answers.length - 1)] ?? [];
    names.lookups++;
    queueMicrotask(() => done(null, answer));
  },
}));

const { GuardedFetch } = await import('./guarded-fetch.ts');

const privateAddress = { address: '127.0.0.1', family: 4 };
const publicAddress = { address: '93.184.216.34', family: 4 };
let visits = 0;
const server = createServer((_request, reply) => {
  visits++;
  reply.end('inside');
});
const guarded = new GuardedFetch();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await guarded.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  names.lookups = 0;
  visits = 0;
});

test.each<[string, { address: string; family: number }[][]]>([
  ['resolves to a private address', [[privateAddress]]],
  ['resolves to a public and a private address', [[publicAddress, privateAddress]]],
  ['resolves to an IPv4-mapped private address', [[{ address: '::ffff:127.0.0.1', family: 6 }]]],
  ['resolves to the metadata service of clouds', [[{ address: '169.254.169.254', family: 4 }]]],
  ['resolves to no address', [[]]],
])('a name that %s is refused', async (_how, answers) => {
  names.answers = answers;
  const { port } = server.address() as AddressInfo;
  await expect(guarded.fetch(`http://rebinds.example.org:${port}/`)).rejects.toMatchObject({
    code: 'address',
  });
  expect([visits, names.lookups]).toEqual([0, 1]);
});

test('refuses a name that resolves to a public address first and to a private one then', async () => {
  names.answers = [[publicAddress], [privateAddress]];
  expect(await guarded.resolveHost('rebinds.example.org')).toBe(publicAddress.address);
  expect(names.lookups).toBe(1);
  const { port } = server.address() as AddressInfo;
  await expect(guarded.fetch(`http://rebinds.example.org:${port}/`)).rejects.toMatchObject({
    code: 'address',
  });
  expect(visits).toBe(0);
});
