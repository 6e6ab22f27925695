/** The shutdown of a server with open connections. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';
import { rejectDuringShutdown } from './shutdown.ts';

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

test('a page that is open during a shutdown still gets its style sheets and scripts', async () => {
  const app = Fastify({ return503OnClosing: false });
  rejectDuringShutdown(app);
  app.get('/assets/list.css', (_request, reply) => reply.type('text/css').send('p {}'));
  app.get('/api/v3/posts', async () => []);
  let address = '';
  let during: (string | null)[][] = [];
  // The server accepts connections until all of these hooks have run.
  app.addHook('preClose', async () => {
    during = await Promise.all(
      ['/assets/list.css', '/api/v3/posts'].map(async (url) => {
        const response = await fetch(address + url);
        return [String(response.ok), response.headers.get('content-type')];
      }),
    );
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
  await app.close();
  expect(during).toEqual([
    ['true', expect.stringMatching(/css/)],
    ['false', expect.stringMatching(/json/)],
  ]);
});
