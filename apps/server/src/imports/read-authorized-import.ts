/** Reads an import with the viewer's privilege, and its survey and mapping. */

import type { Readable } from 'node:stream';
import type { Privilege } from '@waypost/contract/common/permissions';
import type { FieldError } from '@waypost/contract/common/problems';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import { type ImportFixedValues, isWorkbook } from '@waypost/contract/imports/imports';
import { buildCellFormat, type CellFormat } from '@waypost/survey-logic/csv/cell-format';
import { type ColumnTarget, type MappingError, parseMapping } from '@waypost/survey-logic/csv/column-mapping';
import type { Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { requireVisible } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canManagePosts } from '../posts/posts.public.ts';
import { readSite } from '../settings/settings.public.ts';
import {
  type AttributeRow,
  readSurvey,
  readSurveyFields,
  type SurveyFields,
  type SurveyRow,
  visibleFields,
} from '../surveys/surveys.public.ts';
import type { CsvFormat } from './csv/read-rows.ts';
import { importPrivileges } from './imports.rules.ts';
import { findImport, type ImportRow, lockImport } from './imports.sql.ts';
import { csvOptionsOf } from './imports.view.ts';
import { convertedFormatOf } from './sources/open-source.ts';

/**
 * An import for which the viewer has a privilege.
 * @param privilege all but `read` lock the import until the end of the transaction
 * @throws Problem 404 when it does not exist or is not visible
 */
export async function readAuthorizedImport(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: Extract<Privilege, 'read' | 'update' | 'delete'>,
): Promise<ImportRow> {
  const row = await findImport(tx, id);
  if (!row) throw notFound('csv', id);
  requireVisible(viewer, importPrivileges(viewer, row), privilege, 'csv', id);
  if (privilege === 'read') return row;
  // Locked after the check: waiting for a running import would reveal to others that it exists.
  const locked = await lockImport(tx, id);
  if (!locked) throw notFound('csv', id);
  return locked;
}

/** How the cells of a file are read. */
export const readCellFormat = async (
  tx: Tx,
  options: CsvOptions,
  columns: readonly string[],
): Promise<CellFormat> => buildCellFormat(columns, options, (await readSite(tx)).timezone);

/** How the stored file is split into rows. */
export function csvFormatOf({ options, source }: Pick<ImportRow, 'options' | 'source'>): CsvFormat {
  const { encoding, delimiter, heading_row } = csvOptionsOf({ options });
  if (source === null) return { encoding, delimiter, heading_row };
  // The conversion of places has named the columns.
  return { ...convertedFormatOf(source.type), heading_row: isWorkbook(source.type) ? heading_row : 1 };
}

/** The bytes of the table that is read. @throws ValidationError at `/options` for a sheet that the workbook does not have */
export function readTableBytes(
  store: FileStore,
  file: string,
  { options, source }: Pick<ImportRow, 'options' | 'source'>,
): Readable {
  if (!source?.tables) return store.read(file);
  const table = source.tables[csvOptionsOf({ options }).sheet];
  if (!table) throw validationError('csv', 'options', 'invalid');
  return store.read(file, table);
}

/** The survey that rows are imported into, as the viewer sees it. */
export interface ImportSurvey {
  survey: SurveyRow;
  fields: SurveyFields;
  /** Attributes that the viewer sees, in order of display. */
  attributes: AttributeRow[];
}

/** Reads the survey of an import. @throws ValidationError at `/fixed` when none is set or it does not exist */
export async function readImportSurvey(
  tx: Tx,
  viewer: Viewer,
  fixed: ImportFixedValues | null,
): Promise<ImportSurvey> {
  const id = fixed?.form ?? null;
  if (id === null) throw validationError('csv', 'fixed', 'required');
  const survey = await readSurvey(tx, id);
  if (!survey) throw validationError('csv', 'fixed', 'exists', { value: id });
  const fields = await readSurveyFields(tx, id);
  return { survey, fields, attributes: visibleFields(fields, canManagePosts(viewer)).attributes };
}

const toFieldError = (error: MappingError): FieldError => ({
  field: 'maps_to',
  rule: error.rule,
  ...('fields' in error ? { params: { fields: error.fields.join(', ') } } : {}),
  ...('value' in error ? { params: { value: error.value } } : {}),
});

/** Parses a mapping. Its errors are at `/maps_to`. */
export function resolveMapping(
  { attributes }: Pick<ImportSurvey, 'attributes'>,
  mapsTo: readonly (string | null)[] | null,
  fixed: ImportFixedValues | null,
): { targets: ColumnTarget<AttributeRow>[]; errors: FieldError[] } {
  const { targets, errors } = parseMapping(mapsTo ?? [], attributes, fixed?.status !== undefined);
  return { targets, errors: errors.map(toFieldError) };
}
