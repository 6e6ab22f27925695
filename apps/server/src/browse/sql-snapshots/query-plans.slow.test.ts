/** The plans of the queries that matter with 100,000 posts: which indexes they use, and in which order tables are read. */
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '../../testing/time.ts';
import {
  type CapturedDeployment,
  type CapturedQuery,
  captureRequests,
  formatSql,
} from './capture-queries.fixture.ts';

const updateCommand = 'npx vitest run --project server-slow apps/server/src/browse/sql-snapshots -u';

let deployment: CapturedDeployment;
let client: Client;
beforeAll(async () => {
  deployment = await captureRequests(100_000);
  client = new Client(deployment.app.databaseUrl);
  await client.connect();
  // The embedded server sizes its memory by the machine.
  await client.query(
    "set effective_cache_size = '1GB'; set work_mem = '8MB'; set random_page_cost = 1.1; set jit = off",
  );
  // The statistics are those of all rows: those of a sample, which is random, differ from run to run.
  await client.query('set max_parallel_workers_per_gather = 0; set default_statistics_target = 10000');
  await client.query('vacuum (analyze)');
  // Locks the tables until the end, so that no automatic analysis replaces the statistics by those of a sample.
  await client.query('begin');
  await client.query('analyze');
}, scaled(900_000));
afterAll(async () => {
  await client.query('rollback');
  await client.end();
  await deployment.app.close();
});

interface PlanNode {
  'Node Type': string;
  'Join Type'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'CTE Name'?: string;
  'Function Name'?: string;
  'Subplan Name'?: string;
  Plans?: PlanNode[];
}

/** One line for each node: its type, index and table, without costs, conditions and row counts. */
function formatPlan(node: PlanNode, depth = 0): string {
  const join = node['Join Type'];
  const parts = [
    node['Subplan Name'] && `${node['Subplan Name']}:`,
    join && join !== 'Inner' ? `${node['Node Type']} (${join})` : node['Node Type'],
    node['Index Name'] && `using ${node['Index Name']}`,
    (node['Relation Name'] ?? node['CTE Name'] ?? node['Function Name']) &&
      `on ${node['Relation Name'] ?? node['CTE Name'] ?? node['Function Name']}`,
  ];
  const line = `${'  '.repeat(depth)}${parts.filter(Boolean).join(' ')}`;
  return [line, ...(node.Plans ?? []).map((plan) => formatPlan(plan, depth + 1))].join('\n');
}

async function explain({ sql, parameters }: CapturedQuery): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (costs off, format json) ${sql}`,
    [...parameters],
  );
  const [row] = rows;
  if (!row) throw new Error('no plan');
  return formatPlan(row['QUERY PLAN'][0].Plan);
}

const isExplainable = ({ sql }: CapturedQuery) => /^(?:select|with|\()/i.test(sql.trim());

test('the plans are those of the snapshots', { timeout: scaled(60_000) }, async () => {
  for (const { name, title, queries } of deployment.requests) {
    const plans: string[] = [];
    for (const query of queries.filter(isExplainable))
      plans.push(
        `${formatSql(query.sql)
          .split('\n')
          .map((line) => `-- ${line}`)
          .join('\n')}\n${await explain(query)}\n`,
      );
    await expect
      .soft(
        `-- ${title}, with 100,000 posts\n-- Generated: ${updateCommand}\n\n${plans.join('\n')}`,
        `The plan of ${name} has changed: ${updateCommand}`,
      )
      .toMatchFileSnapshot(path.join(import.meta.dirname, `${name}.plan.txt`));
  }
});
