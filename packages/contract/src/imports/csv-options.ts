/** How the file of an import is read (API v3 §2.16). */
import { z } from 'zod';
import { ruleError } from '../common/field-errors.ts';
import { isTimezone } from '../common/is-timezone.ts';
import { BooleanIn } from '../common/scalars.ts';

/** Text encodings, by the names of the WHATWG Encoding Standard. */
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
/** Separators between several answers in one cell. */
export const answerSeparators = [',', ';', '|', '\n', '/', ' '] as const;
/** `12/03/2024` is 12 March (`dmy`) or December 3 (`mdy`). */
export const dateOrders = ['dmy', 'mdy'] as const;
/** Which of two coordinates in one column comes first, where no letter says so. */
export const coordinateOrders = ['lat_lon', 'lon_lat'] as const;

export const damagedRowRules = ['reject', 'keep'] as const;

/** Sheets of a workbook that are read. */
export const maxSheets = 100;
/** The last row that may name the columns: the last one of a sheet. */
const maxHeadingRow = 1_048_576;

/** A zone of times without one, an IANA name. */
const Timezone = z
  .string()
  .max(100)
  .refine(isTimezone, { error: ruleError('invalid') });

/** How the cells of a column are written. */
const cellOptionFields = {
  date_order: z.enum(dateOrders),
  /** The decimal separator. */
  decimal: z.enum(['.', ',']),
  separator: z.enum(answerSeparators),
  coordinate_order: z.enum(coordinateOrders),
};
/** Options that may differ between the columns of a file, by name. */
export const columnOptions = [
  'date_order',
  'decimal',
  'separator',
  'coordinate_order',
  'timezone',
] as const satisfies readonly (keyof typeof cellOptionFields | 'timezone')[];
export type ColumnOption = (typeof columnOptions)[number];
const ColumnOptions = z.object({ ...cellOptionFields, timezone: Timezone }).partial();
/** The options of one column that differ from those of the file. */
export type ColumnOptions = z.infer<typeof ColumnOptions>;

/** How to read the file. Absent options are guessed from the file. */
const csvOptionFields = {
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  /** The sheet of a workbook, by its position in `source.sheets`, from 0. */
  sheet: z
    .number()
    .int()
    .min(0)
    .max(maxSheets - 1),
  /** The line of the file, or row of the sheet, that names the columns, from 1; rows above it are left out. 0: no row names them. */
  heading_row: z.number().int().min(0).max(maxHeadingRow),
  /** Rows with a character that the file has lost (U+FFFD) in a column that is imported: rejected, or imported as they are. */
  damaged: z.enum(damagedRowRules),
  ...cellOptionFields,
  /** The zone of times without one; null for that of the site. */
  timezone: Timezone.nullable(),
  /** Options of single columns, by their position from 0. A field with several columns has the same for each of them. */
  columns: z.record(z.string().regex(/^(?:0|[1-9]\d{0,3})$/), ColumnOptions),
  /** The column whose ids are unique in the file. A row of the same id and content as one that was imported before is skipped. */
  id_column: z.number().int().min(0).nullable(),
  /** Create categories that do not exist yet. */
  create_tags: BooleanIn,
};
/** Options as a client sends them. */
export const CsvOptionsIn = z.object(csvOptionFields).partial();
/** How to read a CSV file. */
export const CsvOptions = z.object({ ...csvOptionFields, create_tags: z.boolean() });
export type CsvOptions = z.infer<typeof CsvOptions>;
