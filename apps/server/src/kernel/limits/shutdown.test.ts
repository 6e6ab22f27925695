/** The shutdown of a server with open connections. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';

test('a shutdown does not wait for a connection on which nothing was sent', async () => {
  const app = await startTestApp();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const unused = connect(port, '127.0.0.1');
  const closed = once(unused, 'close');
  await once(unused, 'connect');
  // The server has accepted the connection when it answers a request that was sent later.
  await (await fetch(`http://127.0.0.1:${port}/health/live`)).text();
  const begun = Date.now();
  await app.close();
  await closed;
  expect(Date.now() - begun).toBeLessThan(scaled(5000));
});
