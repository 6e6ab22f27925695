/** Reads an export from the database and formats it as a stream. */

import type { PostFilters } from '@waypost/contract/browse/post-filters';
import type { ExportFormat, HxlFieldTag } from '@waypost/contract/exports/exports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { buildHeadings, buildHxlRow, type ExportPlan, planExport } from './columns.ts';
import { buildCsvHead, createLineWriter } from './csv-file.ts';
import type { ExportScope } from './export-scope.rules.ts';
import { createFeatureWriter } from './geojson-file.ts';
import { countBySurvey, type PostToExport, readPostsToExport } from './posts-to-export.sql.ts';

/** What an export contains, and in which format. */
export interface ExportRequest {
  format: Exclude<ExportFormat, 'media'>;
  filters: PostFilters;
  /** Keys of attributes; none means all. */
  fields: readonly string[];
  hxl: readonly HxlFieldTag[];
  scope: ExportScope;
}

/** An export that is ready to be read. */
export interface PreparedExport {
  plan: ExportPlan;
  headings: string[];
  hxlRow: string[];
  /** Posts that match. */
  total: number;
  /** The content of the file. No other query can run in the transaction while it is read. */
  chunks: AsyncGenerator<Buffer>;
}

/** Writer of a file format. */
interface FormatWriter {
  head: string;
  /** @param index from 0 */
  post: (post: PostToExport, index: number) => string;
  tail: string;
}

/** Counts the posts of an export and reads its plan. */
export async function prepareExportPlan(
  tx: Tx,
  viewer: Viewer,
  { filters, fields, scope }: Pick<ExportRequest, 'filters' | 'fields' | 'scope'>,
): Promise<{ plan: ExportPlan; total: number }> {
  const counts = await countBySurvey(tx, viewer, filters, scope);
  const surveyIds = [...counts.keys()].filter((id) => id !== null);
  const plan = await planExport(tx, surveyIds, fields, scope);
  return { plan, total: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** @param onProgress called after each chunk with the number of written posts; an error that it throws ends the export */
async function* writeChunks(
  posts: AsyncGenerator<readonly PostToExport[]>,
  { head, post, tail }: FormatWriter,
  onProgress: (done: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  let postCount = 0;
  for await (const batch of posts) {
    let text = '';
    for (const row of batch) text += post(row, postCount++);
    yield Buffer.from(text);
    await onProgress(postCount);
  }
  if (tail !== '') yield Buffer.from(tail);
}

/** Prepares an export; its posts are read when `chunks` is iterated. */
export async function prepareExport(
  tx: Tx,
  viewer: Viewer,
  request: ExportRequest,
  onProgress: (done: number) => Promise<void> = async () => undefined,
): Promise<PreparedExport> {
  const { plan, total } = await prepareExportPlan(tx, viewer, request);
  if (request.scope.includesContacts) viewer.personalDataReads += total;
  const { reader } = request.scope;
  const headings = buildHeadings(plan);
  const hxlRow = buildHxlRow(plan, request.hxl);
  const formatLine = createLineWriter(reader, plan);
  const writer: FormatWriter =
    request.format === 'csv'
      ? { head: buildCsvHead(headings, hxlRow), post: formatLine, tail: '' }
      : createFeatureWriter(reader, plan);
  const related = {
    categories: plan.attributes.some(({ type }) => fieldTypes[type].answerKind === 'category'),
    files: plan.attributes.some(({ type }) => fieldTypes[type].answerKind === 'media'),
    verification: plan.includesVerification,
    consent: plan.includesConsent,
    areas: plan.areas.length > 0,
  };
  const posts = readPostsToExport(tx, viewer, request.filters, related, request.scope);
  return { plan, headings, hxlRow, total, chunks: writeChunks(posts, writer, onProgress) };
}
