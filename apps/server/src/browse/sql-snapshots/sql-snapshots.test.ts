/** The queries of the requests that matter, for reviewers: a change of one shows in the diff. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CapturedDeployment, captureRequests, formatSql } from './capture-queries.fixture.ts';

const updateCommand = 'npx vitest run --project server apps/server/src/browse/sql-snapshots -u';

let deployment: CapturedDeployment;
beforeAll(async () => {
  deployment = await captureRequests(300);
});
afterAll(() => deployment.app.close());

test('the queries are those of the snapshots', async () => {
  for (const { name, title, queries } of deployment.requests) {
    expect(queries.length, `${name} reads posts`).toBeGreaterThan(0);
    const text = `-- ${title}\n-- Generated: ${updateCommand}\n\n${queries.map(({ sql }) => `${formatSql(sql)};\n`).join('\n')}`;
    await expect
      .soft(text, `The snapshot of ${name} is stale: ${updateCommand}`)
      .toMatchFileSnapshot(path.join(import.meta.dirname, `${name}.sql`));
  }
});
