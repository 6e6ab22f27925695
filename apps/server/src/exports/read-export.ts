/** An export from its first byte to its last, as the database hands the posts over. */

import type { PostFilters } from '@waypost/contract/browse/post-filters';
import type { ExportFormat, HxlFieldTag } from '@waypost/contract/exports/exports';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { buildHeadings, buildHxlRow, type ExportPlan, planExport } from './columns.ts';
import { buildCsvHead, createLineWriter } from './csv-file.ts';
import type { ExportScope } from './export-scope.rules.ts';
import { createFeatureWriter } from './geojson-file.ts';
import { countBySurvey, type PostToExport, readPostsToExport } from './posts-to-export.sql.ts';

export interface ExportRequest {
  format: Exclude<ExportFormat, 'media'>;
  filters: PostFilters;
  /** Keys of fields; none means all. */
  fields: readonly string[];
  hxl: readonly HxlFieldTag[];
  scope: ExportScope;
}

export interface PreparedExport {
  plan: ExportPlan;
  headings: string[];
  hxlRow: string[];
  /** Posts that match. */
  total: number;
  /** The file. Nothing else can be asked in the transaction while it is read. */
  chunks: AsyncGenerator<Buffer>;
}

/** How a format begins, tells a post, and ends. */
interface FormatWriter {
  head: string;
  /** @param index from 0 */
  post: (post: PostToExport, index: number) => string;
  tail: string;
}

export async function prepareExportPlan(
  tx: Tx,
  viewer: Viewer,
  { filters, fields, scope }: Pick<ExportRequest, 'filters' | 'fields' | 'scope'>,
): Promise<{ plan: ExportPlan; total: number }> {
  const counts = await countBySurvey(tx, viewer, filters, scope.isPublicOnly);
  const surveyIds = [...counts.keys()].filter((id) => id !== null);
  const plan = await planExport(tx, surveyIds, fields, scope);
  return { plan, total: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** @param onProgress told after each piece how many posts are written; what it throws ends the export */
async function* writeChunks(
  posts: AsyncGenerator<readonly PostToExport[]>,
  { head, post, tail }: FormatWriter,
  onProgress: (done: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  let done = 0;
  for await (const piece of posts) {
    let text = '';
    for (const it of piece) text += post(it, done++);
    yield Buffer.from(text);
    await onProgress(done);
  }
  if (tail !== '') yield Buffer.from(tail);
}

/** Finds out what there is to export, and how; reads nothing of it yet. */
export async function prepareExport(
  tx: Tx,
  viewer: Viewer,
  request: ExportRequest,
  onProgress: (done: number) => Promise<void> = async () => undefined,
): Promise<PreparedExport> {
  const { plan, total } = await prepareExportPlan(tx, viewer, request);
  const { reader } = request.scope;
  const headings = buildHeadings(plan);
  const hxlRow = buildHxlRow(plan, request.hxl);
  const line = createLineWriter(reader, plan);
  const writer: FormatWriter =
    request.format === 'csv'
      ? { head: buildCsvHead(headings, hxlRow), post: line, tail: '' }
      : createFeatureWriter(reader, plan);
  const related = {
    categories: plan.attributes.some((it) => it.type === 'tags'),
    files: plan.attributes.some((it) => it.type === 'media'),
  };
  const posts = readPostsToExport(tx, viewer, request.filters, related, request.scope);
  return { plan, headings, hxlRow, total, chunks: writeChunks(posts, writer, onProgress) };
}
