/**
 * What the server does with the answers of each type of survey field: rounds them for the public, draws them on the map,
 * and writes them to exports. Facts about types that the client shares are in `@waypost/contract/surveys/field-types`. Pure.
 */
import type { Point } from '@waypost/contract/posts/posts';
import type { AttributeInputKind, AttributeType } from '@waypost/contract/surveys/attributes';
import { fieldInputs } from '@waypost/contract/surveys/field-types';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import { boundsCenter, type GeoJsonShape, parseWellKnownText, roundCoordinates } from './well-known-text.ts';

/** What is needed to round the answers to one attribute. */
export interface RoundingContext {
  /** Whether the survey's setting hides exact answers of this type. */
  isHidden: boolean;
  /** Whether only a point, or nothing, is shown of a place, and so no shape. */
  hidesShape: boolean;
  /** The rounded places of the answers, computed when the post was written. */
  shownPlaces: readonly Point[];
  /** Decimals of rounded coordinates. */
  precision: number;
}

/** What is needed to write an answer to a file. */
export interface ExportContext {
  input: AttributeInputKind;
  /** Names of the categories that the exporter may see, by id. */
  categories: ReadonlyMap<string, string>;
  /** Paths of pictures in the store, by id. */
  files: Readonly<Record<string, string>> | null;
}

/** What the server does with the answers of one type. */
export interface FieldTypeHandler {
  /** Answers for viewers who may not see them exactly. */
  round: (answers: Answer[], context: RoundingContext) => Answer[];
  /** How answers mark a post on the map; null for types that are no places. */
  place: {
    /** Null where the answer has no position. */
    position: (answer: Answer) => Point | null;
    shapes: (answer: Answer) => GeoJsonShape[];
  } | null;
  /** An answer in a CSV file; empty where the exporter may not see it. */
  exportText: (answer: Answer, context: ExportContext) => string;
  /** The value of a GeoJSON property. @param text from `exportText` */
  exportProperty: (answer: Answer, text: string) => string | number;
}

const toText = (answer: Answer): string =>
  typeof answer === 'object' ? `${answer.lat},${answer.lon}` : String(answer);

const text: FieldTypeHandler = {
  round: (answers) => answers,
  place: null,
  exportText: toText,
  exportProperty: (answer, text) => (typeof answer === 'number' ? answer : text),
};

const roundToDay = (answer: Answer): Answer =>
  typeof answer === 'string' ? `${answer.slice(0, 10)} 00:00:00` : answer;

/** The handlers of all types. */
export const fieldTypeHandlers: Record<AttributeType, FieldTypeHandler> = {
  varchar: text,
  text,
  markdown: text,
  title: text,
  description: text,
  link: text,
  phone: text,
  relation: text,
  int: text,
  decimal: { ...text, exportProperty: (_answer, text) => Number(text) },
  datetime: {
    ...text,
    round: (answers, { isHidden }) => (isHidden ? answers.map(roundToDay) : answers),
    exportText: (answer, { input }) =>
      fieldInputs[input].isDateOnly ? toText(answer).slice(0, 10) : toText(answer),
  },
  point: {
    ...text,
    // Computed when the post is written, so that the map, the search and this answer agree exactly.
    round: (_answers, { shownPlaces }) => [...shownPlaces],
    place: {
      position: (answer) => (typeof answer === 'object' ? answer : null),
      shapes: (answer) =>
        typeof answer === 'object' ? [{ type: 'Point', coordinates: [answer.lon, answer.lat] }] : [],
    },
  },
  geometry: {
    ...text,
    round: (answers, { isHidden, hidesShape, shownPlaces, precision }) => {
      if (hidesShape) return shownPlaces.map(({ lat, lon }) => `POINT(${lon} ${lat})`);
      return isHidden
        ? answers.map((answer) => (typeof answer === 'string' ? roundCoordinates(answer, precision) : answer))
        : answers;
    },
    place: {
      position: (answer) => boundsCenter(toText(answer)),
      shapes: (answer) => parseWellKnownText(toText(answer)) ?? [],
    },
  },
  tags: { ...text, exportText: (answer, { categories }) => categories.get(toText(answer)) ?? '' },
  media: { ...text, exportText: (answer, { files }) => files?.[toText(answer)] ?? '' },
};
