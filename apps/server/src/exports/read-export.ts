/** Reads an export from the database and formats it as a stream. */

import type { PostFilters } from '@waypost/contract/browse/post-filters';
import type { ExportFormat, HxlFieldTag } from '@waypost/contract/exports/exports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { buildColumns, buildHxlRow, type ExportPlan, planExport } from './columns.ts';
import { createCsvWriter, createRowReader, type TextWriter } from './csv-file.ts';
import type { ExportScope } from './export-scope.rules.ts';
import { createFeatureWriter } from './geojson-file.ts';
import { countBySurvey, type PostToExport, readPostsToExport } from './posts-to-export.sql.ts';
import { writeWorkbook } from './xlsx-file.ts';

/** What an export contains, and in which format. */
export interface ExportRequest {
  format: Exclude<ExportFormat, 'media'>;
  filters: PostFilters;
  /** Keys of attributes; none means all. */
  fields: readonly string[];
  /** The tags of the row below the headings; null: there is no such row. */
  hxl: readonly HxlFieldTag[] | null;
  scope: ExportScope;
}

/** An export that is ready to be read. */
export interface PreparedExport {
  plan: ExportPlan;
  headings: string[];
  /** Null if it was not asked for. */
  hxlRow: string[] | null;
  /** Posts that match. */
  total: number;
  /** The content of the file. No other query can run in the transaction while it is read. */
  chunks: AsyncGenerator<Buffer>;
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
async function* writeText(
  posts: AsyncGenerator<readonly PostToExport[]>,
  { head, post, tail }: TextWriter,
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
  const { format, scope } = request;
  const columns = buildColumns(plan);
  const headings = columns.map(({ heading }) => heading);
  const hxlRow = request.hxl && buildHxlRow(columns, request.hxl);
  const related = {
    categories: plan.attributes.some(({ type }) => fieldTypes[type].answerKind === 'category'),
    files: plan.attributes.some(({ type }) => fieldTypes[type].answerKind === 'media'),
    verification: plan.includesVerification,
    consent: plan.includesConsent,
    areas: plan.areas.length > 0,
  };
  const posts = readPostsToExport(tx, viewer, request.filters, related, scope);
  const readRow = createRowReader(scope.reader, plan);
  const headRows = hxlRow ? [headings, hxlRow] : [headings];
  const chunks =
    format === 'xlsx'
      ? writeWorkbook(posts, { columns, hxlRow, readRow }, onProgress)
      : writeText(
          posts,
          format === 'csv' ? createCsvWriter(headRows, readRow) : createFeatureWriter(scope.reader, plan),
          onProgress,
        );
  return { plan, headings, hxlRow, total, chunks };
}
