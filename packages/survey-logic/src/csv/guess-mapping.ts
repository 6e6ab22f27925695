/** Guesses which column holds what: by its heading, and by whether its cells can be read so. */
import type { mappingReasons } from '@waypost/contract/imports/imports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { getPostTextField, type SurveyAttribute } from '../survey-definition.ts';
import {
  type CellTest,
  coordinateTests,
  isPictureField,
  propertyTests,
  testOfAttribute,
} from './cell-tests.ts';
import { cellsOfColumn, isPoint, joinKindOf, type MappableProperty, maxColumnsOf } from './column-mapping.ts';
import { isWrittenClock, isWrittenDate, isWrittenDay } from './date-and-clock.ts';
import {
  exportHeadings,
  findCoordinateName,
  foldName,
  headingForms,
  headingSynonyms,
  isIdHeading,
  isOwnExport,
  isPictureHeading,
  isTimeOf,
  namesPicture,
} from './headings.ts';
import { isWrittenPlace, isWrittenPoint, trimCell } from './parse-row.ts';
import { holdsPictureAddresses, holdsPictures } from './picture-cells.ts';

/** How many of the cells that are not empty must be readable: a name in common says little, the name of the field itself much. */
const requiredShare = { synonym: 0.95, label: 0.5 } as const;

export type MappingReason = (typeof mappingReasons)[number];

/** A guess of the columns' targets that is being made. */
class MappingGuess {
  readonly names: readonly string[];
  readonly mapped: (string | null)[];
  readonly reasons: (MappingReason | null)[];
  readonly #columns: readonly string[];
  readonly #forms: readonly (readonly string[])[];
  readonly #rows: readonly (readonly string[])[];
  readonly #usedTargets = new Set<string>();
  readonly #isExport: boolean;

  constructor(columns: readonly string[], rows: readonly (readonly string[])[]) {
    this.#columns = columns;
    this.#rows = rows;
    this.names = columns.map(foldName);
    this.#forms = columns.map(headingForms);
    this.mapped = columns.map(() => null);
    this.reasons = columns.map(() => null);
    this.#isExport = isOwnExport(columns);
  }

  isExportHeading(name: string, at: number): boolean {
    return this.#isExport && Object.hasOwn(exportHeadings, name) && this.names.indexOf(name) === at;
  }

  heading(at: number): string {
    return this.#columns[at]?.trim() ?? '';
  }

  formsOf(at: number): readonly string[] {
    return this.#forms[at] ?? [];
  }

  isUsed(target: string): boolean {
    return this.#usedTargets.has(target);
  }

  assign(at: number, target: string, reason: MappingReason): void {
    if (at < 0 || this.mapped[at] !== null || this.isUsed(target)) return;
    this.join(at, target, reason);
    this.#usedTargets.add(target);
  }

  /** Gives a column to a field that has one already. */
  join(at: number, target: string, reason: MappingReason): void {
    this.mapped[at] = target;
    this.reasons[at] = reason;
  }

  /** Whether the cells of a column can be read, as far as it has any. */
  isReadable(at: number, test: CellTest, share: number): boolean {
    const texts = cellsOfColumn(this.#rows, at)
      .map(trimCell)
      .filter((text) => text !== '');
    return texts.filter(test).length >= texts.length * share;
  }

  hasCell(at: number, test: CellTest): boolean {
    return cellsOfColumn(this.#rows, at).some((cell) => test(trimCell(cell)));
  }

  /** The first column without a target that fits; -1 for none. */
  findColumn(test: CellTest, share: number, fits: (name: string, at: number) => boolean): number {
    return this.names.findIndex(
      (name, at) => this.isFree(name, at) && fits(name, at) && this.isReadable(at, test, share),
    );
  }

  isFree(name: string, at: number): boolean {
    return this.mapped[at] === null && !this.isExportHeading(name, at);
  }
}

/** Whether a text can hardly be anything but a place: `12/05` and `08.30, 09.30` can. */
const isClearPlace: CellTest = (text) =>
  /\d[.,]\d{3}|\d ?[°º]|POINT|LINESTRING|POLYGON|[^\s\d]\+[^\s\d]/i.test(text.slice(0, 4000));

/** Columns that have the label or the key of a field. */
function assignByLabel(guess: MappingGuess, attribute: SurveyAttribute, isExact: boolean): void {
  const labels = isExact ? [foldName(attribute.label)] : headingForms(attribute.label);
  const isLabel = (name: string) => name !== '' && labels.includes(name);
  const isNamed = (name: string, at: number) =>
    guess.heading(at) === attribute.key || (isExact ? isLabel(name) : guess.formsOf(at).some(isLabel));
  const share = requiredShare.label;
  if (isPoint(attribute)) {
    for (const part of ['lat', 'lon'] as const)
      guess.assign(
        guess.findColumn(coordinateTests[part], share, (name, at) => {
          const stem = name.split(' ').slice(0, -1).join(' ');
          const isHere = isLabel(stem) || guess.heading(at) === `${attribute.key}.${part}`;
          return findCoordinateName(name) === part && isHere;
        }),
        `${attribute.key}.${part}`,
        'label',
      );
    if (guess.isUsed(`${attribute.key}.lat`) || guess.isUsed(`${attribute.key}.lon`)) return;
  }
  const target = getPostTextField(attribute) ?? attribute.key;
  guess.assign(guess.findColumn(testOfAttribute(attribute), share, isNamed), target, 'label');
}

/** Columns with the name of a coordinate or a place. */
function assignPlace(guess: MappingGuess, attributes: readonly SurveyAttribute[]): void {
  const isFree = ({ key }: SurveyAttribute) =>
    ![key, `${key}.lat`, `${key}.lon`].some((target) => guess.isUsed(target));
  const place = attributes.find((attribute) => isPoint(attribute) && isFree(attribute));
  if (!place) return;
  // Nobody calls another thing so, and a place that is not taken is lost.
  const find = (part: 'lat' | 'lon') =>
    guess.findColumn(coordinateTests[part], requiredShare.label, (name) => findCoordinateName(name) === part);
  const [lat, lon] = [find('lat'), find('lon')];
  if (lat >= 0 && lon >= 0) {
    guess.assign(lat, `${place.key}.lat`, 'heading');
    guess.assign(lon, `${place.key}.lon`, 'heading');
    return;
  }
  // The place itself is better than the area that it is in.
  for (const test of [isWrittenPoint, isWrittenPlace]) {
    const both = guess.findColumn(test, requiredShare.synonym, (name, at) => {
      const kind = findCoordinateName(name);
      return kind === 'both' || (kind === 'place' && guess.hasCell(at, isClearPlace));
    });
    guess.assign(both, place.key, 'heading');
  }
}

/**
 * The columns of pictures. Under a name such as `Photo link`, any address will do; elsewhere it has to end like a picture. Columns whose
 * headings name no picture are taken if no others are.
 */
function findPictureColumns(guess: MappingGuess): number[] {
  const columns = guess.names.flatMap((name, at) => {
    const test = guess.formsOf(at).some(isPictureHeading) ? holdsPictureAddresses : holdsPictures;
    const holds =
      guess.isFree(name, at) && guess.hasCell(at, test) && guess.isReadable(at, test, requiredShare.synonym);
    return holds ? [at] : [];
  });
  const named = columns.filter((at) => guess.formsOf(at).some(namesPicture));
  return named.length > 0 ? named : columns.slice(0, 1);
}

/**
 * Columns of pictures. Each field gets the column that has the words of its label, else the next one; one for several pictures, and the
 * last one, get all that are left.
 */
function assignPictures(guess: MappingGuess, attributes: readonly SurveyAttribute[]): void {
  const columns = findPictureColumns(guess);
  const fields = attributes.filter((attribute) => isPictureField(attribute) && !guess.isUsed(attribute.key));
  for (const { key, label } of fields) {
    const words = foldName(label).split(' ');
    const at = columns.find((column) => {
      const heading = foldName(guess.heading(column)).split(' ');
      return words.every((word) => heading.includes(word));
    });
    if (at === undefined) continue;
    guess.assign(at, key, 'label');
    columns.splice(columns.indexOf(at), 1);
  }
  for (const attribute of fields) {
    const isTaken = guess.isUsed(attribute.key);
    const takesAll = attribute.cardinality !== 1 || attribute === fields.at(-1);
    const taken = columns.splice(0, (takesAll ? maxColumnsOf({ attribute }) : 1) - (isTaken ? 1 : 0));
    for (const [index, at] of taken.entries()) {
      const reason = guess.formsOf(at).some(namesPicture) ? 'heading' : 'cells';
      if (index === 0 && !isTaken) guess.assign(at, attribute.key, reason);
      else guess.join(at, attribute.key, reason);
    }
  }
}

/** Columns with a common name of a property. */
function assignBySynonym(
  guess: MappingGuess,
  [property, headings]: readonly [MappableProperty, readonly string[]],
  categories: SurveyAttribute | undefined,
  isExact: boolean,
): void {
  const at = guess.findColumn(propertyTests[property], requiredShare.synonym, (name, column) =>
    isExact ? headings.includes(name) : guess.formsOf(column).some((form) => headings.includes(form)),
  );
  if (property !== 'tags') guess.assign(at, property, 'heading');
  else if (categories) guess.assign(at, categories.key, 'heading');
}

/** Columns that hold clocks, joined to the column with the days of a time: that on their left, else the first. */
function joinClocks(guess: MappingGuess, attributes: readonly SurveyAttribute[]): void {
  const times = new Set(
    attributes.filter((attribute) => joinKindOf({ attribute }) === 'time').map(({ key }) => key),
  );
  const hasClock: CellTest = (text) => isWrittenDate(text) && !isWrittenDay(text);
  const days = guess.names.flatMap((_, at) => {
    const target = guess.mapped[at] ?? '';
    const isTime = target === 'post_date' || times.has(target);
    return isTime && guess.hasCell(at, isWrittenDay) && !guess.hasCell(at, hasClock) ? [{ at, target }] : [];
  });
  for (const [at, name] of guess.names.entries()) {
    const named = days.filter((day) => isTimeOf(guess.heading(at), guess.heading(day.at)));
    const day = named.findLast((it) => it.at < at) ?? named[0];
    const holdsClocks =
      guess.hasCell(at, isWrittenClock) && guess.isReadable(at, isWrittenClock, requiredShare.synonym);
    if (!day || !guess.isFree(name, at) || !holdsClocks) continue;
    guess.join(at, day.target, 'heading');
    days.splice(days.indexOf(day), 1);
  }
}

/** What was guessed of each column; null for nothing. */
export interface GuessedMapping {
  mapsTo: (string | null)[];
  reasons: (MappingReason | null)[];
}

/**
 * Guesses the target of each column. A heading decides only between what the cells can be read as.
 * @param columns the headings
 * @param attributes the attributes that the importer may see, in order
 * @param rows the sampled rows
 */
export function guessMapping(
  columns: readonly string[],
  attributes: readonly SurveyAttribute[],
  rows: readonly (readonly string[])[],
): GuessedMapping {
  const guess = new MappingGuess(columns, rows);
  for (const [at, name] of guess.names.entries()) {
    const property = guess.isExportHeading(name, at) ? exportHeadings[name] : null;
    if (property) guess.assign(at, property, 'export');
  }
  // Exact names come first for all fields, so that "Incident date" is not taken by a field "Date" from the field of that name.
  for (const isExact of [true, false])
    for (const attribute of attributes) assignByLabel(guess, attribute, isExact);
  assignPlace(guess, attributes);
  assignPictures(guess, attributes);
  const categories = attributes.find(({ type }) => fieldTypes[type].answerKind === 'category');
  for (const isExact of [true, false])
    for (const synonym of headingSynonyms) assignBySynonym(guess, synonym, categories, isExact);
  joinClocks(guess, attributes);
  return { mapsTo: guess.mapped, reasons: guess.reasons };
}

/** Guesses the column with a unique id: its heading says so, and no value is missing or occurs twice. */
export function guessIdColumn(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  mapsTo: readonly (string | null)[],
): number | null {
  const at = columns.findIndex((name, column) => mapsTo[column] === null && isIdHeading(foldName(name)));
  if (at < 0 || rows.length === 0) return null;
  const ids = cellsOfColumn(rows, at).map(trimCell);
  return ids.includes('') || new Set(ids).size !== ids.length ? null : at;
}
