/** The pictures that rows of an import name, and the rows with what became of them. */
import { isDeepStrictEqual } from 'node:util';
import { importPictureLimits } from '@waypost/contract/imports/picture-limits';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { ColumnTarget } from '@waypost/survey-logic/csv/column-mapping';
import { trimCell } from '@waypost/survey-logic/csv/parse-row';
import { isPictureId, isStoredPictureFile, isWebAddress } from '@waypost/survey-logic/csv/picture-cells';
import type { AttributeRow } from '../../surveys/surveys.public.ts';
import type { CsvRow } from '../csv/read-rows.ts';
import type { RowFault } from '../imports.sql.ts';
import type { ReadPost, RowResult } from '../read-post-from-row.ts';
import type { PictureFault } from './picture-fault.ts';
import type { TakenPicture, WantedPicture } from './take-pictures.ts';

type Target = ColumnTarget<AttributeRow>;

/** The fields of pictures that columns fill. Several columns may fill one. */
function findPictureFields(targets: readonly Target[]): AttributeRow[] {
  const attributes = targets.flatMap((target) =>
    'attribute' in target && fieldTypes[target.attribute.type].answerKind === 'media' ? target.attribute : [],
  );
  return [...new Set(attributes)];
}

/** Whether columns fill a field of pictures. */
export const hasPictureFields = (targets: readonly Target[]): boolean =>
  findPictureFields(targets).length > 0;

/** The pictures of a field as the cells name them. */
function namedPictures({ input }: ReadPost, { key }: AttributeRow): string[] {
  const answers = input.values?.[key];
  return Array.isArray(answers) ? answers.map(String) : [];
}

/** How many pictures a field of a row can hold. */
const maxPicturesOf = ({ cardinality }: AttributeRow): number => cardinality || importPictureLimits.perField;

/** The pictures that rows name, without those that their fields cannot hold. */
export const listWantedPictures = (
  rows: readonly { row: CsvRow; result: RowResult }[],
  targets: readonly Target[],
): WantedPicture[] =>
  rows.flatMap(({ row: { row }, result }) =>
    'faults' in result
      ? []
      : findPictureFields(targets).flatMap((field) =>
          namedPictures(result, field)
            .slice(0, maxPicturesOf(field))
            .map((text) => ({
              row,
              key: field.key,
              text,
            })),
        ),
  );

const idOf = ({ row, key, text }: WantedPicture): string => JSON.stringify([row, key, text]);

/** The row without its pictures, which are only taken when it is imported, and the keys of the fields that will have some. */
export function withoutPictures(
  read: ReadPost,
  targets: readonly Target[],
): { read: ReadPost; keys: ReadonlySet<string> } {
  const fields = findPictureFields(targets).filter((field) => namedPictures(read, field).length > 0);
  const keys = new Set(fields.map(({ key }) => key));
  const values = Object.entries(read.input.values ?? {}).filter(([key]) => !keys.has(key));
  return { read: { ...read, input: { ...read.input, values: Object.fromEntries(values) } }, keys };
}

/** The servers that the pictures of rows are fetched from, most used first. */
export function listPictureHosts(results: readonly RowResult[], targets: readonly Target[]): string[] {
  const fields = findPictureFields(targets);
  const addresses = results.flatMap((result) =>
    'faults' in result ? [] : fields.flatMap((field) => namedPictures(result, field)).filter(isWebAddress),
  );
  const counts = new Map<string, number>();
  for (const { host } of addresses.map((address) => new URL(address)))
    counts.set(host, (counts.get(host) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([host]) => host);
}

/** What becomes of the pictures that rows name. */
export interface PictureResults {
  find(wanted: WantedPicture): { id: number } | { fault: PictureFault };
}

/** For the preview, which takes nothing: what is neither an address nor a picture of this site cannot be taken. */
export const untakenPictures: PictureResults = {
  find: ({ text }) =>
    isWebAddress(text) || isPictureId(text) || isStoredPictureFile(text)
      ? { id: 0 }
      : { fault: { rule: 'pictureUnknown' } },
};

/** What became of the pictures of a batch. */
export class TakenPictures implements PictureResults {
  readonly #byWanted: ReadonlyMap<string, TakenPicture>;

  constructor(taken: readonly TakenPicture[]) {
    this.#byWanted = new Map(taken.map((picture) => [idOf(picture), picture]));
  }

  /** Those that are beyond the limit of an import are not there. */
  find(wanted: WantedPicture): { id: number } | { fault: PictureFault } {
    return (
      this.#byWanted.get(idOf(wanted)) ?? {
        fault: { rule: 'pictureTooMany', params: { max: importPictureLimits.pictures } },
      }
    );
  }
}

/** For files without pictures. */
export const noPictures = new TakenPictures([]);

/** The column of a field whose cell names a picture. */
function findColumn(targets: readonly Target[], field: AttributeRow, cells: readonly string[], text: string) {
  const columns = targets.flatMap((target) =>
    'attribute' in target && target.attribute === field ? target.columns : [],
  );
  return columns.find((column) => cells[column]?.includes(text)) ?? columns[0] ?? null;
}

/** A row with its pictures. */
interface RowWithPictures {
  read: ReadPost;
  /** Number of its pictures. */
  count: number;
  /** Keys of the fields that lack pictures. */
  lackingKeys: Set<string>;
  /** Why pictures are missing. */
  faults: RowFault[];
  /** The cells with nothing but what names the missing pictures. */
  cells: string[];
}

/** Replaces what the cells of a row name by the pictures that they have become. */
export function withPictures(
  row: CsvRow,
  read: ReadPost,
  targets: readonly Target[],
  taken: PictureResults,
): RowWithPictures {
  const values = { ...read.input.values };
  const result: RowWithPictures = {
    read,
    count: 0,
    lackingKeys: new Set(),
    faults: [],
    cells: row.cells.map(() => ''),
  };
  const addFault = (field: AttributeRow, text: string, { rule, params }: PictureFault) => {
    const column = findColumn(targets, field, row.cells, text);
    const { key, label } = field;
    result.lackingKeys.add(key);
    const fault = { column, field: 'values', rule, params: { key, label, ...params } };
    if (!result.faults.some((other) => isDeepStrictEqual(other, fault))) result.faults.push(fault);
    if (column !== null) result.cells[column] = trimCell(`${result.cells[column] ?? ''} ${text}`);
  };
  for (const field of findPictureFields(targets)) {
    const named = namedPictures(read, field);
    if (named.length === 0) continue;
    const max = maxPicturesOf(field);
    const pictures = named.slice(0, max);
    const ids = new Set<number>();
    for (const text of pictures) {
      const picture = taken.find({ row: row.row, key: field.key, text });
      if ('fault' in picture) addFault(field, text, picture.fault);
      else ids.add(picture.id);
    }
    for (const text of named.slice(pictures.length))
      addFault(field, text, { rule: 'pictureFieldFull', params: { max } });
    values[field.key] = [...ids];
    result.count += ids.size;
  }
  result.read = { ...read, input: { ...read.input, values } };
  return result;
}
