import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { secureHeaders, serveWebClient } from './web-client.ts';

test('the page names the nonce that its header allows, a new one for each answer', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  await writeFile(path.join(dist, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__" />');
  const app = Fastify();
  await secureHeaders(app);
  await serveWebClient(app, dist, (_request, reply) => reply.code(404).send());

  const nonces = await Promise.all(
    ['/', '/views/map'].map(async (url) => {
      const answer = await app.inject({ url });
      const allowed = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1];
      expect(answer.body).toContain(`content="${allowed}"`);
      return allowed;
    }),
  );
  expect(new Set(nonces).size).toBe(2);
  await app.close();
  await rm(dist, { recursive: true });
});
