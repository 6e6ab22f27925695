/**
 * Answers that the text of a message gives to the fields of a survey. They are proposals for whoever reviews the report; a wrong one
 * costs more than none, so that everything unclear is left out. Pure.
 */
import type { Category } from '@waypost/contract/categories/categories';
import type { Point } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import type { DateOrder } from '../csv/written-date.ts';
import { validateAttribute } from '../validate-answers.ts';
import { type Choice, findChoices } from './find-choices.ts';
import { findCoordinates } from './find-coordinates.ts';
import { findDates, type TextDate } from './find-dates.ts';
import { readNumbers } from './find-numbers.ts';
import { findLabel, listLabelWords } from './label-matches.ts';
import { splitText, type TextPart, toPlainText } from './text-words.ts';

/** Answers by key, as a form holds them. */
export type TextAnswers = Readonly<Record<string, readonly (string | Point)[]>>;

/** The fields to answer, with the categories that they may offer. */
export interface TextQuestions {
  attributes: readonly Attribute[];
  categories: readonly Pick<Category, 'id' | 'tag'>[];
}

/** Longer texts are documents, not messages. */
const maxTextLength = 5000;

const ofKind = (attributes: readonly Attribute[], kind: string) =>
  attributes.filter(({ type }) => fieldTypes[type].answerKind === kind);

/** The only one of a list whose members may repeat. */
const findOnly = <T>(items: readonly T[], toKey: (item: T) => string): T | undefined =>
  new Set(items.map(toKey)).size === 1 ? items[0] : undefined;

/** The dates right after the name of a field. */
const findDatesAfterLabel = (
  plain: string,
  parts: readonly TextPart[],
  dates: readonly TextDate[],
  label: string,
): TextDate[] => {
  const labelWords = listLabelWords(label);
  const ends = parts.flatMap((part) =>
    findLabel(part, labelWords).flatMap(({ last }) => part.words[last]?.end ?? []),
  );
  return dates.filter(({ start }) =>
    ends.some((end) => end <= start && /^[\s:=-]*$/.test(plain.slice(end, start))),
  );
};

/**
 * A field for a day takes the day; one for a time takes midnight where the text names none, as imports do. It is read in the time zone of
 * the device, as if typed.
 */
function toDateAnswer({ input }: Attribute, { day, time }: TextDate): string | undefined {
  if (fieldInputs[input].isDateOnly) return day;
  if (time === null) return undefined;
  const date = new Date(`${day}T${time ?? '00:00'}`);
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

function readDates(
  plain: string,
  parts: readonly TextPart[],
  attributes: readonly Attribute[],
  order: DateOrder,
) {
  const dates = findDates(plain, order);
  const fields = ofKind(attributes, 'time');
  const toKey = ({ day, time }: TextDate) => `${day} ${time}`;
  return {
    dates,
    answers: fields.map((attribute) => {
      const labelled = findDatesAfterLabel(plain, parts, dates, attribute.label);
      const date = findOnly(labelled, toKey) ?? (fields.length === 1 ? findOnly(dates, toKey) : undefined);
      const answer = date && toDateAnswer(attribute, date);
      return [attribute.key, answer === undefined ? [] : [answer]] as const;
    }),
  };
}

/** The options of a field; for categories those that it offers. */
function listChoices({ type, input, options }: Attribute, categories: TextQuestions['categories']): Choice[] {
  if (fieldTypes[type].answerKind === 'category')
    return categories
      .filter(({ id }) => !options?.length || options.map(Number).includes(id))
      .map(({ id, tag }) => ({ value: String(id), name: tag }));
  return fieldInputs[input].hasOptions
    ? (options ?? []).map(String).map((name) => ({ value: name, name }))
    : [];
}

/** Nothing for a field that takes fewer answers than the text names. */
function readChoices(
  parts: readonly TextPart[],
  attribute: Attribute,
  categories: TextQuestions['categories'],
) {
  const values = findChoices(parts, listChoices(attribute, categories), attribute.label);
  return attribute.cardinality > 0 && values.length > attribute.cardinality ? [] : values;
}

/**
 * @param questions the fields without an answer
 * @param order the site's order of day and month
 */
export function readTextAnswers(text: string, questions: TextQuestions, order: DateOrder): TextAnswers {
  const plain = toPlainText(text.slice(0, maxTextLength));
  const parts = splitText(plain);
  const { attributes, categories } = questions;
  const { dates, answers: dateAnswers } = readDates(plain, parts, attributes, order);
  const coordinates = findCoordinates(plain);
  const numbers = readNumbers(plain, parts, ofKind(attributes, 'number'), [...dates, ...coordinates]);
  const points = attributes.filter(({ type }) => type === 'point');
  const point = findOnly(coordinates, ({ lat, lon }) => `${lat} ${lon}`);
  const found: (readonly [string, readonly (string | Point)[]])[] = [
    ...dateAnswers,
    ...[...numbers].map(([key, value]) => [key, [value]] as const),
    ...points.map(
      ({ key }) => [key, point && points.length === 1 ? [{ lat: point.lat, lon: point.lon }] : []] as const,
    ),
    ...attributes
      .map((it) => [it.key, readChoices(parts, it, categories)] as const)
      .filter(([, it]) => it.length > 0),
  ];
  const isValid = (key: string, answers: readonly (string | Point)[]) =>
    attributes.some((it) => it.key === key && validateAttribute(it, { [key]: answers }, {}).length === 0);
  return Object.fromEntries(found.filter(([key, answers]) => answers.length > 0 && isValid(key, answers)));
}
