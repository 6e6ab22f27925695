/**
 * Imports: posts brought in from a CSV file (API v3 §2.16, spec 3 "CSV import"). A file is uploaded, its columns are mapped to
 * what a survey asks, a preview says how rows would be read, and the import then runs by itself.
 */
import { z } from 'zod';
import { PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint, type Endpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ErrorEntry } from '../common/problems.ts';
import { ApiDate, BooleanIn, Id, IdOut, Relation, RelationIn } from '../common/scalars.ts';

export const importPermissions = ['Bulk Data Import and Export', 'Bulk Data Import'] as const;

/** How a file's bytes become letters, by the names that browsers and servers have for them. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'windows-1256',
  'gb18030',
  'shift_jis',
  'euc-kr',
] as const;
export const delimiters = [',', ';', '\t', '|'] as const;
/** Between several answers in one cell. */
export const answerSeparators = [',', ';', '|', '\n'] as const;
/** `12/03/2024` is 12 March or December 3. */
export const dateOrders = ['dmy', 'mdy'] as const;

/** How the file is read. What is not said is guessed from the file. */
const csvOptionFields = {
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  date_order: z.enum(dateOrders),
  /** Between the whole part of a number and the rest of it. */
  decimal: z.enum(['.', ',']),
  separator: z.enum(answerSeparators),
  /** The column whose value tells rows apart: one that came in before, in whichever file, is left out. */
  id_column: z.number().int().min(0).nullable(),
  /** Make categories that are named and do not exist. */
  create_tags: BooleanIn,
};
const CsvOptionsIn = z.object(csvOptionFields).partial();
export const CsvOptions = z.object({ ...csvOptionFields, create_tags: z.boolean() });
export type CsvOptions = z.infer<typeof CsvOptions>;

/** What each column is for, in the order of the columns; null skips one. */
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
/** A list, or an object by the column's number. */
const ColumnMappingIn = z
  .union([
    z.array(MappingTarget).max(limits.csvColumns),
    z.record(z.string().refine(isColumnNumber), MappingTarget).transform((it) => {
      const maxColumn = Math.max(-1, ...Object.keys(it).map(Number));
      return Array.from({ length: maxColumn + 1 }, (_, at) => it[String(at)] ?? null);
    }),
  ])
  .nullable();

/** What holds for every row. */
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
    tags: z
      .array(z.union([z.number(), z.string()]))
      .max(100)
      .nullish()
      .transform((it) => it ?? []),
    published_to: z
      .array(z.string())
      .max(100)
      .nullish()
      .transform((it) => it ?? []),
  })
  .nullable();

/** Null: not started. `PENDING` waits or runs. Extension: `FAILED`, `UNDOING`, `UNDONE`. */
export const ImportStatus = z.enum(['PENDING', 'SUCCESS', 'FAILED', 'UNDOING', 'UNDONE']);
export type ImportStatus = z.infer<typeof ImportStatus>;

const count = z.number().int().min(0);

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
  /** Rows that were not taken, and rows looked at, as digits. */
  errors: z.string().nullable(),
  processed: z.string().nullable(),
  collection_id: IdOut.nullable(),
  /** Extension: what the file was called by whoever sent it. */
  name: z.string().optional(),
  /** Extension: who sent it. */
  user: Relation.nullable().optional(),
  options: CsvOptions.optional(),
  /** Extension: rows left out since they came in before. */
  skipped: count.optional(),
  /** Extension: posts of this import that are still there, and those among them that somebody has changed since. */
  posts: count.optional(),
  changed: count.optional(),
  /** Extension: how much of the file is done, 0 to 1. */
  progress: z.number().min(0).max(1).optional(),
  /** Extension: whether the file is still there, so that it can be imported with another mapping. */
  has_file: z.boolean().optional(),
  /** Extension: why it failed. */
  failure: z.enum(['file', 'rights', 'survey', 'server']).nullable().optional(),
  allowed_privileges: Privileges,
});
export type Import = z.infer<typeof Import>;

/** A row that is not taken: where in the file, and everything that is wrong with it. */
export const RejectedRow = z.object({
  /** From 1, the heading not counted. */
  row: z.number().int(),
  /** Of the file, where the row begins. */
  line: z.number().int(),
  errors: z.array(
    ErrorEntry.extend({
      /** Null where it is about the row as a whole. */
      column: z.string().nullable(),
      /** What stands in that cell, as far as it is short. */
      value: z.string().nullable(),
    }),
  ),
});
export type RejectedRow = z.infer<typeof RejectedRow>;

/** How a row would be read. */
const PreviewRow = RejectedRow.extend({
  cells: z.array(z.string()),
  /** By column: what the cell is read as, such as `2024-03-12 08:30:00`; null where it is skipped or empty. */
  read: z.array(z.string().nullable()),
});

export const columnKinds = ['empty', 'number', 'date', 'text'] as const;

export const ImportPreview = z.object({
  columns: z.array(z.object({ name: z.string(), kind: z.enum(columnKinds) })),
  maps_to: ColumnMapping,
  options: CsvOptions,
  /** Both orders of day and month would do for every date that was looked at. */
  date_is_ambiguous: z.boolean(),
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
  query: listQuery(['id', 'created']).extend({ filename: z.string().optional() }),
  response: listResponse(Import),
});

export const readImport = defineEndpoint({
  name: 'readImport',
  method: 'GET',
  path: '/csv/{id}',
  summary: 'One import: what it maps to, and how far it is',
  scope: 'csv',
  token: 'required',
  needs: importPermissions,
  params: idParams,
  response: Import,
});

export const createImport = defineEndpoint({
  name: 'createImport',
  method: 'POST',
  path: '/csv',
  summary: 'Upload a CSV file; its first line names the columns',
  scope: 'csv',
  needs: importPermissions,
  response: Import,
  transport: 'multipart',
});

export const updateImport = defineEndpoint({
  name: 'updateImport',
  method: 'PUT',
  path: '/csv/{id}',
  summary: 'Say what the columns are for, and what holds for every row',
  scope: 'csv',
  needs: importPermissions,
  params: idParams,
  body: mappingBody,
  response: Import,
});

export const previewImport = defineEndpoint({
  name: 'previewImport',
  method: 'POST',
  path: '/csv/{id}/preview',
  summary: 'How the first rows would be read; what is not said is guessed',
  scope: 'csv',
  needs: importPermissions,
  params: idParams,
  body: mappingBody,
  response: ImportPreview,
});

export const startImport = defineEndpoint({
  name: 'startImport',
  method: 'POST',
  path: '/csv/{id}/import',
  summary: 'Bring the rows in; the answer does not wait for it',
  scope: 'csv',
  needs: importPermissions,
  params: idParams,
  response: startedResponse,
});

export const undoImport = defineEndpoint({
  name: 'undoImport',
  method: 'POST',
  path: '/csv/{id}/undo',
  summary: 'Delete the posts that an import made, also while it runs',
  scope: 'csv',
  needs: importPermissions,
  params: idParams,
  response: startedResponse,
});

export const deleteImport = defineEndpoint({
  name: 'deleteImport',
  method: 'DELETE',
  path: '/csv/{id}',
  summary: 'Forget an import and its file; posts that it made stay',
  scope: 'csv',
  needs: importPermissions,
  params: idParams,
  response: Import,
});

export const listRejectedRows = defineEndpoint({
  name: 'listRejectedRows',
  method: 'GET',
  path: '/csv/{id}/errors',
  summary: 'Rows that were not taken, and why',
  scope: 'csv',
  token: 'required',
  needs: importPermissions,
  params: idParams,
  query: listQuery(['row']),
  response: listResponse(RejectedRow),
});

export const downloadRejectedRows = defineEndpoint({
  name: 'downloadRejectedRows',
  method: 'GET',
  path: '/csv/{id}/errors.csv',
  summary: 'The rows that were not taken as a file of their own, the reason beside each',
  scope: 'csv',
  token: 'required',
  needs: importPermissions,
  params: idParams,
  response: z.unknown(),
  transport: 'binary',
});

/** `/dataimport` is a second name of `/csv` (ruling 5). */
export const withLegacyPath = <E extends Endpoint>(endpoint: E): E => ({
  ...endpoint,
  name: `${endpoint.name}ByOldName`,
  path: endpoint.path.replace('/csv', '/dataimport'),
});
