/**
 * Imports: posts from a table or a file of places (API v3 §2.16, spec 3 §2, "CSV import"). A file is uploaded, its columns are mapped to
 * the attributes of a survey, a preview shows how rows would be read, and the import then runs in the background.
 */
import { z } from 'zod';
import { PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint, type Endpoint } from '../common/endpoint.ts';
import { ErrorEntry } from '../common/error-envelope.ts';
import { typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import {
  ApiDate,
  Id,
  IdOut,
  listIn,
  listOrNullIn,
  Relation,
  RelationIn,
  valueOrNullIn,
} from '../common/scalars.ts';
import { CsvOptions, CsvOptionsIn, columnOptions } from './csv-options.ts';

export const importPermissions = ['Bulk Data Import and Export', 'Bulk Data Import'] as const;

/** The target of each column, in the order of the columns; null skips the column. */
const ColumnMapping = z.array(z.string().nullable());

const MappingTarget = z
  .union([
    z
      .string()
      .trim()
      .max(limits.attributeKey + 10),
    z.null(),
  ])
  .transform((it): string | null => it || null);
const isColumnNumber = (key: string) => /^\d{1,4}$/.test(key);
/** A list, or an object by column index. */
const ColumnMappingIn = valueOrNullIn(
  z.union([
    z
      .record(z.string().refine(isColumnNumber), MappingTarget, {
        error: typeError('a list of fields, or an object of fields by column number'),
      })
      .transform((it) => {
        const maxColumn = Math.max(-1, ...Object.keys(it).map(Number));
        return Array.from({ length: maxColumn + 1 }, (_, at) => it[String(at)] ?? null);
      }),
    listIn(z.array(MappingTarget).max(limits.csvColumns)),
  ]),
);

/** Values that are the same for every row. */
export const ImportFixedValues = z.object({
  form: z.number().int().nullable().optional(),
  status: PostStatus.optional(),
  tags: z.array(z.union([z.number(), z.string()])).optional(),
  published_to: z.array(z.string()).optional(),
});
export type ImportFixedValues = z.infer<typeof ImportFixedValues>;

const importStatusIn = z.preprocess(
  (it) => (it === '' || it === null ? undefined : it === 'under review' ? 'draft' : it),
  PostStatus.optional(),
);
const ImportFixedValuesIn = z
  .object({
    form: RelationIn.optional(),
    status: importStatusIn,
    tags: listOrNullIn(z.array(z.union([z.number(), z.string().max(limits.varchar)])).max(100))
      .optional()
      .transform((it) => it ?? []),
    published_to: listOrNullIn(z.array(z.string().max(limits.varchar)).max(100))
      .optional()
      .transform((it) => it ?? []),
  })
  .nullable();

/** Files that are imported as if they were saved as CSV. */
export const importSourceTypes = ['xlsx', 'ods', 'geojson', 'esri', 'kml', 'gpx', 'shapefile'] as const;
export type ImportSourceType = (typeof importSourceTypes)[number];
/** Whether a file is a table of its author's, with rows and sheets; others hold places. */
export const isWorkbook = (type: ImportSourceType): boolean => type === 'xlsx' || type === 'ods';
/** Where the rows of a file that is no CSV come from. */
export const ImportSource = z.object({
  type: z.enum(importSourceTypes),
  /** Name of the sheet of a workbook that is read. */
  sheet: z.string().nullable(),
  /** Visible sheets that are not read. */
  other_sheets: z.number().int().min(0),
  /** Extension: the names of the sheets that can be read. */
  sheets: z.array(z.string()).optional(),
});
export type ImportSource = z.infer<typeof ImportSource>;

/** Null: not started. `PENDING`: waiting or running. Extensions: `FAILED`, `UNDOING`, `UNDONE`. */
export const ImportStatus = z.enum(['PENDING', 'SUCCESS', 'FAILED', 'UNDOING', 'UNDONE']);
export type ImportStatus = z.infer<typeof ImportStatus>;

const count = z.number().int().min(0);

/** An import as the API returns it. */
export const Import = z.object({
  id: IdOut,
  url: z.string(),
  columns: z.array(z.string()),
  maps_to: ColumnMapping.nullable(),
  fixed: ImportFixedValues.nullable(),
  filename: z.string(),
  mime: z.string(),
  size: count,
  created: ApiDate,
  updated: ApiDate.nullable(),
  completed: z.boolean(),
  status: ImportStatus.nullable(),
  /** Rejected rows, and processed rows, as digits. */
  errors: z.string().nullable(),
  processed: z.string().nullable(),
  collection_id: IdOut.nullable(),
  /** Extension: the original name of the file. */
  name: z.string().optional(),
  /** Extension: the uploader. */
  user: Relation.nullable().optional(),
  options: CsvOptions.optional(),
  /** Extension: null for a CSV file. */
  source: ImportSource.nullable().optional(),
  /** Extension: rows that were skipped because they were imported before. */
  skipped: count.optional(),
  /** Extension: pictures that were fetched, or copied from this site. */
  pictures: count.optional(),
  /** Extension: imported rows with warnings, such as a missing picture, whose posts still exist. */
  warnings: count.optional(),
  /** Extension: posts of this import that still exist, and how many of them were changed since. */
  posts: count.optional(),
  changed: count.optional(),
  /** Extension: progress, 0 to 1. */
  progress: z.number().min(0).max(1).optional(),
  /** Extension: whether the file is still stored, so that it can be imported again with another mapping. */
  has_file: z.boolean().optional(),
  /** Extension: why the import failed. */
  failure: z.enum(['file', 'rights', 'survey', 'server']).nullable().optional(),
  allowed_privileges: Privileges,
});
export type Import = z.infer<typeof Import>;

/** A rejected row: its position in the file and its errors. */
export const RejectedRow = z.object({
  /** From 1, without the heading. */
  row: z.number().int(),
  /** Line of the file in which the row begins; row of the sheet of a workbook; number of the place. */
  line: z.number().int(),
  errors: z.array(
    ErrorEntry.extend({
      /** Null for an error of the whole row. */
      column: z.string().nullable(),
      /** Extension: the position of the column, from 0; headings may occur twice. */
      column_index: z.number().int().nullable().optional(),
      /** The value of that cell, or the cells of a row that cannot be read; shortened. */
      value: z.string().nullable(),
    }),
  ),
});
export type RejectedRow = z.infer<typeof RejectedRow>;

/** A row that was imported without something, such as a picture: what is missing, and its post. */
export const RowWithWarnings = RejectedRow.extend({ post: Relation });
export type RowWithWarnings = z.infer<typeof RowWithWarnings>;

/** A row of the preview. */
const PreviewRow = RejectedRow.extend({
  cells: z.array(z.string()),
  /** By column: the parsed value, such as `2024-03-12 08:30:00` in the zone of the import; null for skipped or empty cells. */
  read: z.array(z.string().nullable()),
  /** What will be missing, such as a picture: the row is imported without it. */
  warnings: RejectedRow.shape.errors.optional(),
  /** The same row was imported before: it will be skipped. */
  imported_before: z.boolean().optional(),
});

export const columnKinds = ['empty', 'number', 'date', 'text'] as const;

/**
 * Why a column was guessed to fill its field: the layout of our exports, the name of the field, another usual name for it, or its cells
 * alone.
 */
export const mappingReasons = ['export', 'label', 'heading', 'cells'] as const;

/** A column, and how its cells are read. What is said of a field with several columns is said at the first. */
const PreviewColumn = z.object({
  name: z.string(),
  kind: z.enum(columnKinds),
  /** The beginning of the first cell that is not empty. */
  example: z.string().nullable().optional(),
  /** Null if nothing was guessed, or another field was chosen. */
  reason: z.enum(mappingReasons).nullable().optional(),
  /** Of the sampled cells that are not empty, those that its field can take; null where it takes any text. */
  readable: z.object({ count, of: count }).nullable().optional(),
  /** The options that change how the sampled cells are read. */
  choices: z.array(z.enum(columnOptions)).optional(),
  /** The sampled cells can be read in two ways, and nothing in the file shows which is right. */
  ambiguous: z.boolean().optional(),
  /** Up to three cells, shortened, and how they are read; those that another choice would change come first. */
  examples: z.array(z.object({ cell: z.string(), read: z.string() })).optional(),
});

/** How the rows of a file would be read. */
export const ImportPreview = z.object({
  columns: z.array(PreviewColumn),
  maps_to: ColumnMapping,
  options: CsvOptions,
  /** All sampled dates are valid in both orders of day and month. */
  date_is_ambiguous: z.boolean(),
  /** Some sampled numbers can be read with either decimal separator, such as `1,250`. */
  decimal_is_ambiguous: z.boolean().optional(),
  /** All sampled pairs of coordinates are places in both orders. */
  coordinate_order_is_ambiguous: z.boolean().optional(),
  /** The servers from which the pictures of the sampled rows are fetched, most used first. */
  picture_hosts: z.array(z.string()).optional(),
  /** The first row holds HXL hashtags: it is no report. */
  has_hxl_row: z.boolean().optional(),
  /** The rows at the beginning of the file, one of which names the columns: the first cells of each, shortened. */
  first_rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })).optional(),
  rows: z.array(PreviewRow),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

const idParams = z.object({ id: Id });
const mappingBody = z.object({
  maps_to: ColumnMappingIn.optional(),
  fixed: ImportFixedValuesIn.optional(),
  options: CsvOptionsIn.nullish(),
});
const startedResponse = z.object({ status: ImportStatus });

export const listImports = defineEndpoint({
  name: 'listImports',
  method: 'GET',
  path: '/csv',
  summary: 'Imports that the caller may see',
  scope: 'csv',
  token: 'required',
  needs: importPermissions,
  feature: 'data-import',
  query: listQuery(['id', 'created']).extend({ filename: z.string().optional() }),
  response: listResponse(Import),
});

export const readImport = defineEndpoint({
  name: 'readImport',
  method: 'GET',
  path: '/csv/{id}',
  summary: 'One import: its mapping and its progress',
  scope: 'csv',
  token: 'required',
  needs: importPermissions,
  feature: 'data-import',
  params: idParams,
  response: Import,
});

export const createImport = defineEndpoint({
  name: 'createImport',
  method: 'POST',
  path: '/csv',
  summary:
    'Upload a CSV, XLSX, ODS, GeoJSON, Esri JSON, KML or GPX file, or a Shapefile in a ZIP; a line of a table names the columns, if any does',
  scope: 'csv',
  needs: importPermissions,
  feature: 'data-import',
  response: Import,
  transport: 'multipart',
});

export const updateImport = defineEndpoint({
  name: 'updateImport',
  method: 'PUT',
  path: '/csv/{id}',
  summary: 'Set the mapping of the columns and the values for every row',
  scope: 'csv',
  needs: importPermissions,
  feature: 'data-import',
  params: idParams,
  body: mappingBody,
  response: Import,
});

export const previewImport = defineEndpoint({
  name: 'previewImport',
  method: 'POST',
  path: '/csv/{id}/preview',
  summary: 'How the first rows would be read; absent options are guessed',
  scope: 'csv',
  needs: importPermissions,
  feature: 'data-import',
  params: idParams,
  body: mappingBody,
  response: ImportPreview,
});

export const startImport = defineEndpoint({
  name: 'startImport',
  method: 'POST',
  path: '/csv/{id}/import',
  summary: 'Start the import; it runs in the background',
  scope: 'csv',
  needs: importPermissions,
  feature: 'data-import',
  params: idParams,
  response: startedResponse,
});

export const undoImport = defineEndpoint({
  name: 'undoImport',
  method: 'POST',
  path: '/csv/{id}/undo',
  summary: 'Delete the posts of an import, also while it runs',
  scope: 'csv',
  needs: importPermissions,
  feature: 'data-import',
  params: idParams,
  response: startedResponse,
});

export const deleteImport = defineEndpoint({
  name: 'deleteImport',
  method: 'DELETE',
  path: '/csv/{id}',
  summary: 'Delete an import and its file; its posts stay',
  scope: 'csv',
  needs: importPermissions,
  feature: 'data-import',
  params: idParams,
  response: Import,
});

export const listRejectedRows = defineEndpoint({
  name: 'listRejectedRows',
  method: 'GET',
  path: '/csv/{id}/errors',
  summary: 'Rejected rows with their errors',
  scope: 'csv',
  token: 'required',
  needs: importPermissions,
  feature: 'data-import',
  params: idParams,
  query: listQuery(['row']),
  response: listResponse(RejectedRow),
});

export const listImportWarnings = defineEndpoint({
  name: 'listImportWarnings',
  method: 'GET',
  path: '/csv/{id}/warnings',
  summary: 'Rows that were imported without something, such as a picture',
  scope: 'csv',
  token: 'required',
  needs: importPermissions,
  feature: 'data-import',
  params: idParams,
  query: listQuery(['row']),
  response: listResponse(RowWithWarnings),
});

export const downloadRejectedRows = defineEndpoint({
  name: 'downloadRejectedRows',
  method: 'GET',
  path: '/csv/{id}/errors.csv',
  summary: 'The rejected rows as a CSV file, with the reason of each',
  scope: 'csv',
  token: 'required',
  needs: importPermissions,
  feature: 'data-import',
  params: idParams,
  response: z.unknown(),
  transport: 'binary',
});

/** The same endpoint under `/dataimport`, the second path of `/csv` (API v3 §9, ruling 5). */
export const withLegacyPath = <E extends Endpoint>(endpoint: E): E => ({
  ...endpoint,
  name: `${endpoint.name}ByOldName`,
  path: endpoint.path.replace('/csv', '/dataimport'),
});
