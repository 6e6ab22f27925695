/** A name that answers otherwise the second time: what was looked at is what is connected to, and it is looked up once. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const names = vi.hoisted(() => ({ answers: [] as { address: string; family: number }[][], asked: 0 }));
// The machine's name server, which a test cannot have: everything of ours is as it is.
vi.mock('node:dns', async (original) => ({
  ...(await original<object>()),
  lookup: (_name: string, _options: object, done: (error: null, found: object[]) => void) => {
    const answer = names.answers[Math.min(names.asked, names.answers.length - 1)] ?? [];
    names.asked++;
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
  names.asked = 0;
  visits = 0;
});

test.each<[string, { address: string; family: number }[][]]>([
  ['leads inside', [[privateAddress]]],
  ['leads inside beside outside', [[publicAddress, privateAddress]]],
  ['leads inside in the form of IPv6', [[{ address: '::ffff:127.0.0.1', family: 6 }]]],
  ['leads to where clouds hand out keys', [[{ address: '169.254.169.254', family: 4 }]]],
  ['leads nowhere', [[]]],
])('a name that %s is not asked', async (_how, answers) => {
  names.answers = answers;
  const { port } = server.address() as AddressInfo;
  await expect(guarded.fetch(`http://rebinds.example.org:${port}/`)).rejects.toMatchObject({
    code: 'address',
  });
  expect([visits, names.asked]).toEqual([0, 1]);
});

test('a name that leads outside first and inside then gains nothing by it', async () => {
  names.answers = [[publicAddress], [privateAddress]];
  expect(await guarded.resolveHost('rebinds.example.org')).toBe(publicAddress.address);
  expect(names.asked).toBe(1);
  const { port } = server.address() as AddressInfo;
  await expect(guarded.fetch(`http://rebinds.example.org:${port}/`)).rejects.toMatchObject({
    code: 'address',
  });
  expect(visits).toBe(0);
});
