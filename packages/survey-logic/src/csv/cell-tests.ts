/** Whether cells can be read as the values of a field. */
import { type AnswerKind, fieldTypes } from '@waypost/contract/surveys/field-types';
import { normalizePhone } from '@waypost/contract/typed-numbers';
import type { SurveyAttribute } from '../survey-definition.ts';
import { hasSeveralAnswersInCell, type MappableProperty, type TargetField } from './column-mapping.ts';
import { isWrittenDate } from './date-and-clock.ts';
import { isWrittenNumber } from './parse-csv-number.ts';
import { isWrittenCoordinate, isWrittenPlace, isWrittenStatus } from './parse-row.ts';
import { isWrittenPictures } from './picture-cells.ts';

/** Whether a text can be read as a value. */
export type CellTest = (text: string) => boolean;

/** The test of fields that take any text. */
export const anyText: CellTest = () => true;
const isId: CellTest = (text) => /^\d{1,15}$/.test(text);

/** Whether a text has as many digits as a phone number, and nothing but what is written between them. */
const isWrittenPhoneNumber: CellTest = (text) =>
  text.length < 40 && /^\+?\d{6,15}$/.test(normalizePhone(text));

/** Whether a text is the code of a language that has a name, such as `sw` or `pt-BR`: `yes` is none. */
function isLanguageCode(text: string): boolean {
  if (!/^[a-z]{2,3}(?:[_-][a-z\d]{2,8}){0,3}$/i.test(text)) return false;
  const language = text.slice(0, 3).replace(/[_-]$/, '').toLowerCase();
  languageNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return languageNames.of(language) !== undefined;
}
let languageNames: Intl.DisplayNames | undefined;

/** By the property that a column fills. Dates may have either order of day and month. */
export const propertyTests: Readonly<Record<MappableProperty, CellTest>> = {
  title: anyText,
  content: anyText,
  status: isWrittenStatus,
  post_date: isWrittenDate,
  author_realname: anyText,
  author_email: (text) => text.length < 300 && /^[^\s@]+@[^\s@]+$/.test(text),
  locale: isLanguageCode,
  slug: anyText,
  tags: anyText,
  published_to: anyText,
  form: anyText,
};

/** By the kind of the answers of a field. */
const answerTests = {
  text: anyText,
  number: isWrittenNumber,
  time: isWrittenDate,
  point: isWrittenPlace,
  shape: (text) => /^[A-Z ;=\d]*\(/i.test(text),
  link: (text) => /^https?:\/\//i.test(text),
  phone: isWrittenPhoneNumber,
  post: isId,
  media: isWrittenPictures,
  category: anyText,
} as const satisfies Record<AnswerKind, CellTest>;

/** Whether a field holds pictures. */
export const isPictureField = ({ type }: SurveyAttribute): boolean => fieldTypes[type].answerKind === 'media';

/** The test of an attribute. Of one with several answers in a cell, the cell is not yet split; pictures are found in any cell. */
export const testOfAttribute = (attribute: SurveyAttribute): CellTest =>
  hasSeveralAnswersInCell(attribute) && !isPictureField(attribute)
    ? anyText
    : answerTests[fieldTypes[attribute.type].answerKind];

/** The tests of columns with one coordinate of a place. */
export const coordinateTests: Readonly<Record<'lat' | 'lon', CellTest>> = {
  lat: (text) => isWrittenCoordinate(text, 'lat'),
  lon: (text) => isWrittenCoordinate(text, 'lon'),
};

/** The test of a field. */
export function testOfField(target: TargetField): CellTest {
  if ('property' in target) return propertyTests[target.property];
  return target.part ? coordinateTests[target.part] : testOfAttribute(target.attribute);
}
