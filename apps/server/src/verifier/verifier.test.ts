/** Diagnostic routes for installation, which are off by default. */
import { installDebugHeader } from '@waypost/contract/verifier/verifier';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let appWithoutDebug: TestApp;
let appWithDebug: TestApp;
beforeAll(async () => {
  appWithoutDebug = await startTestApp();
  appWithDebug = await startTestApp({ installDebug: true });
});
afterAll(async () => {
  await appWithoutDebug.close();
  await appWithDebug.close();
});

const marker = installDebugHeader.toLowerCase();

test.each(['/verifier/db', '/verifier/env', '/verifier/env/', '//?gwcheck=1', '//api/v3?gwcheck=1'])(
  '%s says nothing while the checks are off, and says that they are',
  async (url) => {
    const { status, body, headers } = await appWithoutDebug.send('admin', 'GET', url);
    expect([status, body, headers[marker]]).toEqual([204, null, 'off']);
  },
);

test('when switched on, both answer everybody, also on a private deployment', async () => {
  await appWithDebug.send('admin', 'PUT', '/config/site', { private: true });
  const db = await appWithDebug.send<{ success: { message: string }[] }>('passer-by', 'GET', '/verifier/db');
  expect(db.status).toBe(200);
  expect(db.headers[marker]).toBeUndefined();
  expect(db.body.success[0]).toEqual({ message: 'The database answers.', explainer: null });
  const env = await appWithDebug.send<{ success: { message: string }[] }>(
    'passer-by',
    'GET',
    '/verifier/env',
  );
  expect(env.body.success.map((finding) => finding.message)).toContain('Pictures can be stored.');
  expect(JSON.stringify([db.body, env.body])).not.toMatch(/postgres|example\.org|\/tmp|test_/);
});

test('the echo shows the request as it arrived, without headers of the caller', async () => {
  const { body } = await appWithDebug.send<{ data: Record<string, object> }>(
    'admin',
    'GET',
    '//?gwcheck=1&a=b',
  );
  expect(body.data).toMatchObject({
    _GET: { gwcheck: '1', a: 'b' },
    _SERVER: { REQUEST_URI: '/?gwcheck=1&a=b' },
  });
  expect(JSON.stringify(body)).not.toContain('Bearer');
});

test('reports missing migrations, and an unreachable database', async () => {
  await sql`update migrations set name = '0071-baseline-undone' where name = '0071-baseline'`.execute(
    appWithDebug.db,
  );
  const behind = await appWithDebug.send<{ errors: { message: string }[] }>(
    'passer-by',
    'GET',
    '/verifier/db',
  );
  expect(behind.body.errors[0]?.message).toContain('Migrations are incomplete: 0071-baseline');
  await appWithDebug.db.destroy();
  const response = await appWithDebug.send<{ errors: { message: string }[] }>(
    'passer-by',
    'GET',
    '/verifier/db',
  );
  expect([response.status, response.body.errors[0]?.message]).toEqual([
    200,
    expect.stringContaining('could not be asked'),
  ]);
});
