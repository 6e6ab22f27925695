/** An export from its first byte to its last, as the database hands the posts over. */
import type { ExportFormat, HxlChoice } from '@waypost/contract/exports';
import type { PostFilters } from '@waypost/contract/post-filters';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type ExportPlan, headingsOf, hxlRowOf, planExport } from './columns.ts';
import { headOf, lineWriter } from './csv-file.ts';
import type { ExportScope } from './export-scope.rules.ts';
import { featureWriter } from './geojson-file.ts';
import { countBySurvey, type PostToExport, readPostsToExport } from './posts-to-export.sql.ts';

export interface AskedExport {
  format: Exclude<ExportFormat, 'media'>;
  filters: PostFilters;
  /** Keys of fields; none means all. */
  fields: readonly string[];
  hxl: readonly HxlChoice[];
  scope: ExportScope;
}

export interface PreparedExport {
  plan: ExportPlan;
  headings: string[];
  hxlRow: string[];
  /** Posts that match. */
  total: number;
  /** The file. Nothing else can be asked in the transaction while it is read. */
  pieces: AsyncGenerator<Buffer>;
}

/** How a format begins, tells a post, and ends. */
interface Writer {
  head: string;
  /** @param index from 0 */
  post: (post: PostToExport, index: number) => string;
  tail: string;
}

export async function preparePosts(
  tx: Tx,
  viewer: Viewer,
  { filters, fields, scope }: Pick<AskedExport, 'filters' | 'fields' | 'scope'>,
): Promise<{ plan: ExportPlan; total: number }> {
  const counts = await countBySurvey(tx, viewer, filters, scope.publicOnly);
  const surveyIds = [...counts.keys()].filter((id) => id !== null);
  const plan = await planExport(tx, surveyIds, fields, scope);
  return { plan, total: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** @param tell told after each piece how many posts are written; what it throws ends the export */
async function* written(
  posts: AsyncGenerator<readonly PostToExport[]>,
  { head, post, tail }: Writer,
  tell: (done: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  let done = 0;
  for await (const piece of posts) {
    let text = '';
    for (const it of piece) text += post(it, done++);
    yield Buffer.from(text);
    await tell(done);
  }
  if (tail !== '') yield Buffer.from(tail);
}

/** Finds out what there is to export, and how; reads nothing of it yet. */
export async function prepareExport(
  tx: Tx,
  viewer: Viewer,
  asked: AskedExport,
  tell: (done: number) => Promise<void> = async () => undefined,
): Promise<PreparedExport> {
  const { plan, total } = await preparePosts(tx, viewer, asked);
  const { reader } = asked.scope;
  const headings = headingsOf(plan);
  const hxlRow = hxlRowOf(plan, asked.hxl);
  const line = lineWriter(reader, plan);
  const writer: Writer =
    asked.format === 'csv'
      ? { head: headOf(headings, hxlRow), post: line, tail: '' }
      : featureWriter(reader, plan);
  const beside = {
    categories: plan.attributes.some((it) => it.type === 'tags'),
    files: plan.attributes.some((it) => it.type === 'media'),
  };
  const posts = readPostsToExport(tx, viewer, asked.filters, beside, asked.scope);
  return { plan, headings, hxlRow, total, pieces: written(posts, writer, tell) };
}
