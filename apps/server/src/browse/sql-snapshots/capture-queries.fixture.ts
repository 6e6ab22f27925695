/** Captures the queries of the requests that matter, in a deployment with generated posts. */
import { generateDeployment } from '../../demo/generate.ts';
import { startTestApp } from '../../testing/app/test-app.ts';

/** A query as it was sent to the database. */
export interface CapturedQuery {
  sql: string;
  parameters: readonly unknown[];
}

interface CapturedRequest {
  /** Name of the snapshot. */
  name: string;
  title: string;
  queries: CapturedQuery[];
}

/** The query that a cursor reads: names of cursors are numbered. */
const withoutCursor = (sql: string): string => sql.replace(/^declare \S+ no scroll cursor for /, '');

/** Queries that read posts, not those about the session or the settings. */
const readsPosts = (text: string) =>
  /\b(?:posts|post_\w+|current_counts_by_\w+|precomputed_searches)\b/.test(text);

const newYear2026 = new Date('2026-01-01T12:00:00Z');

/**
 * Starts a deployment with generated posts and sends each request once.
 * @param posts how many are generated
 */
export async function captureRequests(posts: number) {
  let captured: CapturedQuery[] = [];
  const app = await startTestApp({
    onQuery: (text, parameters) => {
      const sql = withoutCursor(text);
      if (readsPosts(sql) && !captured.some((query) => query.sql === sql)) captured.push({ sql, parameters });
    },
  });
  await generateDeployment(app.db, {
    posts,
    seed: 1,
    now: newYear2026,
    photos: 0,
    storageDir: app.storageDir,
  });
  const { id: category } = await app.db
    .selectFrom('post_categories')
    .select((eb) => ['category_id as id', eb.fn.countAll().as('count')])
    .groupBy('category_id')
    .orderBy('count', 'desc')
    .orderBy('category_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const offset = Math.floor(posts / 2);
  const requests: [name: string, actor: 'visitor' | 'admin', url: string][] = [
    ['list-first-page', 'visitor', '/posts?limit=20'],
    ['list-deep-page', 'visitor', `/posts?limit=20&offset=${offset}`],
    ['list-first-page-of-managers', 'admin', '/posts?limit=20&status=all'],
    ['list-of-category', 'visitor', `/posts?limit=20&tags=${category}`],
    ['list-of-text', 'visitor', '/posts?limit=20&q=water'],
    ['list-of-area', 'visitor', '/posts?limit=20&center_point=-1.29,36.82&within_km=20'],
    ['search-by-relevance', 'visitor', '/posts?limit=20&q=water%20pump&orderby=relevance'],
    ['tile-of-world', 'visitor', '/posts/tiles/2/2/2.mvt'],
    ['tile-of-city', 'visitor', '/posts/tiles/12/2466/2062.mvt'],
    ['tile-of-category', 'visitor', `/posts/tiles/6/38/32.mvt?tags=${category}`],
    ['stats-by-category', 'visitor', '/posts/stats?group_by=tags&group_by_tags=all'],
    ['stats-over-time', 'visitor', '/posts/stats?timeline=1&timeline_attribute=created'],
  ];
  const results: CapturedRequest[] = [];
  for (const [name, actor, url] of requests) {
    await app.tokenOf(actor);
    captured = [];
    const { status } = await app.send(actor, 'GET', url);
    if (status !== 200) throw new Error(`GET ${url} was answered ${status}`);
    results.push({ name, title: `GET ${url} by ${actor}`, queries: sortQueries(captured) });
  }
  captured = [];
  const exported = await app.send('admin', 'POST', '/exports/jobs', {
    entity_type: 'post',
    send_to_browser: true,
  });
  if (exported.status !== 200) throw new Error(`The export was answered ${exported.status}`);
  await app.jobs.runPending();
  results.push({ name: 'export', title: 'an export of all posts by admin', queries: sortQueries(captured) });
  return { app, requests: results };
}

export type CapturedDeployment = Awaited<ReturnType<typeof captureRequests>>;

/** Concurrent queries end in any order. */
const sortQueries = (queries: readonly CapturedQuery[]): CapturedQuery[] =>
  queries
    .map((query) => ({ query, text: formatSql(query.sql) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ query }) => query);

/** Starts a line at each clause, indented by its brackets. */
export function formatSql(sql: string): string {
  const lines = sql
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(
      /(?<! (?:inner|left|cross)| between \S+) (?=(?:from|where|and|group by|having|order by|limit|offset|union(?: all)?|(?:inner |left |cross )?join) )/g,
      '\n',
    )
    .split('\n');
  let depth = 0;
  const indented = lines.map((line, index) => {
    const indent = '  '.repeat(index === 0 ? 0 : depth + 1);
    depth += line.split('(').length - line.split(')').length;
    return indent + line;
  });
  return indented.join('\n');
}
