/**
 * Imports a batch of rows in one transaction: reads them, creates their posts, and stores what was rejected and how far the import is.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ImportFixedValues } from '@waypost/contract/imports/imports';
import { importPictureLimits } from '@waypost/contract/imports/picture-limits';
import type { ColumnTarget } from '@waypost/survey-logic/csv/column-mapping';
import { trimCell } from '@waypost/survey-logic/csv/parse-row';
import { readVisibleCategoryNames } from '../categories/categories.public.ts';
import { insertPostsOfSet } from '../collections/collections.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { ValidationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { createPosts } from '../posts/posts.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { readViewerByUserId } from '../users/users.public.ts';
import { createMissingCategories } from './create-missing-categories.ts';
import type { CsvRow } from './csv/read-rows.ts';
import { digestRow } from './digest-row.ts';
import { canImport } from './imports.rules.ts';
import {
  findImport,
  findImportedRows,
  type ImportedPost,
  type ImportRow,
  type ImportRowWithWarnings,
  insertImportedPosts,
  insertReportedRows,
  lockImport,
  type RejectedImportRow,
  updateImportRow,
} from './imports.sql.ts';
import { csvOptionsOf } from './imports.view.ts';
import {
  hasPictureFields,
  listWantedPictures,
  type TakenPictures,
  withPictures,
} from './pictures/row-pictures.ts';
import type { PictureTaker, TakenPicture } from './pictures/take-pictures.ts';
import {
  type ImportSurvey,
  readCellFormat,
  readImportSurvey,
  resolveMapping,
} from './read-authorized-import.ts';
import { findConsentColumns } from './read-consent-from-row.ts';
import {
  type RowContext,
  type RowResult,
  readPostFromRow,
  toDraft,
  toFaultsOfRefusal,
} from './read-post-from-row.ts';

/** Final failure of an import, which a retry would not change. */
export class ImportFailure extends Error {
  readonly reason: NonNullable<ImportRow['failure']>;

  constructor(reason: NonNullable<ImportRow['failure']>) {
    super(reason);
    this.reason = reason;
  }
}

/** The import as read in the current transaction. */
interface ImportPlan {
  row: ImportRow;
  viewer: Viewer;
  importSurvey: ImportSurvey;
  targets: ColumnTarget<AttributeRow>[];
  fixed: ImportFixedValues;
}

/** @throws ImportFailure when permissions, survey or mapping became invalid since the start */
async function buildPlan(tx: Tx, row: ImportRow): Promise<ImportPlan> {
  const viewer = row.user_id === null ? undefined : await readViewerByUserId(tx, row.user_id);
  if (!viewer || !canImport(viewer)) throw new ImportFailure('rights');
  const importSurvey = await readImportSurvey(tx, viewer, row.fixed).catch((error: unknown) => {
    throw error instanceof ValidationError ? new ImportFailure('survey') : error;
  });
  const { targets, errors } = resolveMapping(importSurvey, row.maps_to, row.fixed);
  if (errors.length > 0) throw new ImportFailure('survey');
  return { row, viewer, importSurvey, targets, fixed: row.fixed ?? {} };
}

/** A row that was not imported before, with its digest if it has an id. */
interface ImportableRow {
  row: CsvRow;
  digest: string | null;
}

/** The same as it is read. */
interface ReadRow extends ImportableRow {
  result: RowResult;
}

/** Rows of a batch that were read, and what they were read with. */
interface ReadBatch {
  rows: ReadRow[];
  context: RowContext;
}

/** Removes rows that were imported before, from this or another file. */
async function withoutImportedRows(
  tx: Tx,
  { row: { options, columns }, importSurvey }: ImportPlan,
  batch: readonly CsvRow[],
): Promise<{ newRows: ImportableRow[]; skipped: number }> {
  const { id_column } = csvOptionsOf({ options });
  const all = batch.map((row) => ({ row, digest: digestRow(columns, row.cells, id_column) }));
  const known = await findImportedRows(
    tx,
    importSurvey.survey.id,
    all.flatMap(({ digest }) => digest ?? []),
  );
  const newRows = all.filter(({ digest }) => {
    if (digest === null) return true;
    const isNew = !known.has(digest);
    known.add(digest);
    return isNew;
  });
  return { newRows, skipped: all.length - newRows.length };
}

async function readRows(tx: Tx, plan: ImportPlan, newRows: readonly ImportableRow[]): Promise<ReadBatch> {
  const { row, viewer, importSurvey, targets, fixed } = plan;
  const options = csvOptionsOf(row);
  const context = {
    survey: importSurvey.survey,
    attributes: importSurvey.attributes,
    columns: row.columns,
    consentColumns: findConsentColumns(row.columns),
    targets,
    format: await readCellFormat(tx, options, row.columns),
    damaged: options.damaged,
    fixed,
    categories: await readVisibleCategoryNames(tx, viewer),
  };
  const rows = newRows.map((newRow) => ({ ...newRow, result: readPostFromRow(newRow.row, context) }));
  return { rows, context };
}

/** Creates posts from rows, with the pictures that were taken. @returns the numbers of rejected rows and of pictures */
async function createPostsFromRows(
  tx: Tx,
  plan: ImportPlan,
  { rows, context }: ReadBatch,
  taken: TakenPictures,
): Promise<{ errors: number; pictures: number }> {
  const { row, viewer, importSurvey, targets } = plan;
  const { survey } = importSurvey;
  const posts = rows.flatMap(({ row: csvRow, digest, result }) =>
    'faults' in result ? [] : { csvRow, digest, ...withPictures(csvRow, result, targets, taken) },
  );
  const inputs = posts.map(({ read }) => read.input);
  if (csvOptionsOf(row).create_tags)
    await createMissingCategories(tx, viewer, importSurvey.attributes, inputs);
  const drafts = posts.map(({ read, lackingKeys }) =>
    toDraft(viewer, survey, read, { fileName: row.name, optionalKeys: lackingKeys }),
  );
  const results = await createPosts(tx, drafts);
  const toRejected = (csvRow: CsvRow, faults: RejectedImportRow['faults']) => ({
    row: csvRow.row,
    line: csvRow.line,
    cells: csvRow.cells.map(trimCell),
    faults,
  });
  const rejected = rows.flatMap(({ row: csvRow, result }) =>
    'faults' in result ? toRejected(csvRow, result.faults) : [],
  );
  const warned: ImportRowWithWarnings[] = [];
  const importedPosts: ImportedPost[] = [];
  let pictures = 0;
  for (const [index, { csvRow, digest, faults, cells, count }] of posts.entries()) {
    const created = results[index];
    if (created && 'id' in created) {
      importedPosts.push({ post_id: created.id, digest });
      pictures += count;
      if (faults.length > 0)
        warned.push({ row: csvRow.row, line: csvRow.line, cells, faults, post_id: created.id });
    } else if (created)
      rejected.push(
        toRejected(csvRow, [...faults, ...toFaultsOfRefusal(csvRow.cells, context, created.error)]),
      );
  }
  await insertImportedPosts(tx, row.id, survey.id, importedPosts);
  if (row.collection_id !== null)
    await insertPostsOfSet(
      tx,
      row.collection_id,
      importedPosts.map(({ post_id }) => post_id),
    );
  await insertReportedRows(tx, row.id, [...rejected, ...warned]);
  return { errors: rejected.length, pictures };
}

/** Rows of a file that follow one another. */
export interface Batch {
  rows: readonly CsvRow[];
  /** Number of the last row before them that was read. */
  afterRow: number;
  /** Fraction of the file that was read, 0 to 1. */
  progress: number;
  /** Those that the file was read with. */
  options: ImportRow['options'];
  /** The pictures that the rows name. */
  taken: TakenPictures;
}

/**
 * Imports one batch.
 * @returns false when the import was stopped, or is elsewhere: another process has imported these rows, or it was undone and began again
 */
export async function importBatch(
  tx: Tx,
  id: number,
  { rows: batch, afterRow, progress, options, taken }: Batch,
): Promise<boolean> {
  const row = await lockImport(tx, id);
  const last = batch.at(-1);
  if (row?.status !== 'PENDING' || !last || row.last_row !== afterRow) return false;
  if (!isDeepStrictEqual(row.options, options)) return false;
  const plan = await buildPlan(tx, row);
  const { newRows, skipped } = await withoutImportedRows(tx, plan, batch);
  const readBatch = await readRows(tx, plan, newRows);
  const { errors, pictures } = await createPostsFromRows(tx, plan, readBatch, taken);
  await updateImportRow(tx, id, {
    last_row: last.row,
    processed: row.processed + batch.length,
    errors: row.errors + errors,
    skipped: row.skipped + skipped,
    pictures: row.pictures + pictures,
    progress: Math.max(row.progress, Math.min(progress, 0.99)),
  });
  return true;
}

const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Whether a row causes a database error: invalid data (SQLSTATE 22), a violated constraint (23) or an exceeded limit (54). */
const isRowError = (error: unknown) => /^(?:22|23|54)[0-9A-Z]{3}$/.test(sqlState(error));

/** Rejects a row that the database cannot store. @returns false as `importBatch` */
async function rejectRow(tx: Tx, id: number, { cells, ...row }: CsvRow, afterRow: number): Promise<boolean> {
  const current = await lockImport(tx, id);
  if (current?.status !== 'PENDING' || current.last_row !== afterRow) return false;
  const faults = [{ column: null, field: 'row', rule: 'invalid' }];
  await insertReportedRows(tx, id, [{ row: row.row, line: row.line, cells: cells.map(trimCell), faults }]);
  const { processed, errors } = current;
  await updateImportRow(tx, id, { last_row: row.row, processed: processed + 1, errors: errors + 1 });
  return true;
}

/** Imports a batch. If the database rejects a row, the batch is halved until that row is alone, and then rejected. */
export async function importBatchOrSplit(db: Db, id: number, batch: Batch): Promise<boolean> {
  try {
    return await inTransaction(db, 'writes', (tx) => importBatch(tx, id, batch));
  } catch (error) {
    const { rows, afterRow } = batch;
    const [only] = rows;
    if (!isRowError(error) || !only) throw error;
    if (rows.length === 1) return inTransaction(db, 'writes', (tx) => rejectRow(tx, id, only, afterRow));
    const firstHalf = rows.slice(0, Math.ceil(rows.length / 2));
    const isRunning = await importBatchOrSplit(db, id, { ...batch, rows: firstHalf });
    const secondHalf = rows.slice(firstHalf.length);
    return (
      isRunning &&
      importBatchOrSplit(db, id, { ...batch, rows: secondHalf, afterRow: firstHalf.at(-1)?.row ?? afterRow })
    );
  }
}

/** Whether columns of the import fill fields of pictures. @throws ImportFailure as `buildPlan` */
export const hasPictures = (db: Db, row: ImportRow): Promise<boolean> =>
  inTransaction(db, 'reads', async (tx) => hasPictureFields((await buildPlan(tx, row)).targets));

/** Whether the import is still to be run. */
export const isPending = (db: Db, id: number): Promise<boolean> =>
  inTransaction(db, 'reads', async (tx) => (await findImport(tx, id))?.status === 'PENDING');

/** Takes the pictures that the rows of a batch name, but for rows that will not be imported. */
export async function takePicturesOfBatch(
  db: Db,
  taker: PictureTaker,
  id: number,
  batch: readonly CsvRow[],
): Promise<TakenPicture[]> {
  const wanted = await inTransaction(db, 'reads', async (tx) => {
    const row = await findImport(tx, id);
    if (row?.status !== 'PENDING') return null;
    const plan = await buildPlan(tx, row);
    const { newRows } = await withoutImportedRows(tx, plan, batch);
    const { rows } = await readRows(tx, plan, newRows);
    const pictures = listWantedPictures(rows, plan.targets);
    return {
      importer: plan.viewer,
      pictures: pictures.slice(0, Math.max(0, importPictureLimits.pictures - row.pictures)),
    };
  });
  return wanted ? taker.take(wanted.importer, wanted.pictures) : [];
}
