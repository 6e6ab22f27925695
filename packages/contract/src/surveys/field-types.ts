/**
 * The registry of survey fields: types (how an answer is stored), inputs (how it is entered), and the kinds that the editor
 * offers (API v3 §2.4.2, spec 3 §3). A new type, input or kind begins here; `docs/how-to/field-type.md` has the other places,
 * which the compiler names.
 */
import { limits } from '../common/limits.ts';

/** What one answer is. Code that treats types alike, such as table cells and CSV files, decides by it. */
export type AnswerKind =
  | 'text'
  | 'number'
  | 'time'
  | 'point'
  | 'shape'
  | 'link'
  | 'post'
  | 'media'
  | 'category';

/** Kinds of answers that are ids of something else. */
export type ReferenceKind = Extract<AnswerKind, 'post' | 'media' | 'category'>;

/** Group of HXL tags that suit a type (API v3 §2.18). */
export type HxlGroup = 'text' | 'number' | 'place' | 'time' | 'media';

/** What the server and the client know about a type. */
export interface FieldTypeFacts {
  answerKind: AnswerKind;
  /** Where answers are stored: in a post's `values`, in `post_categories`, or as its title or content (API v3 §2.1). */
  storage: 'values' | 'categories' | 'title' | 'content';
  /** The survey's setting that rounds answers for the public. */
  roundedBy: 'hide_location' | 'hide_time' | null;
  /** Whether the search text of posts is looked for in answers. The search index in the database decides alike. */
  isSearchable: boolean;
  /** Whether answers can be translated, if the input is for free text too. */
  isTranslatable: boolean;
  /** Whether answers can be the groups of statistics. */
  isCountable: boolean;
  /** Whether it can be answered by text message, if the input can too (API v3 §5.1). */
  isAnswerableByMessage: boolean;
  /** Whether the same answer given twice counts once. */
  hasDistinctAnswers: boolean;
  /** Whether a CSV cell is split into several answers. Commas are part of a shape, and in a long text rarely separate answers. */
  splitsCells: boolean;
  /** Whether answers can be visible to managers only. */
  canBePrivate: boolean;
  /** Maximum number of characters of an answer; null where the encoding limits it. */
  maxLength: number | null;
  /** The on-screen keyboard for typed answers (HTML `inputmode`). */
  inputMode: 'text' | 'url' | 'numeric' | 'decimal';
  hxl: HxlGroup | null;
}

/** What the server and the client know about an input. */
export interface FieldInputFacts {
  /** Answers are chosen from the field's `options`. */
  hasOptions: boolean;
  /** How many answers a field accepts: one, many at once, or one that can be repeated. */
  answers: 'one' | 'many' | 'repeatable';
  /** Whether times are entered and shown without the time of day. */
  isDateOnly: boolean;
  /** Whether it is for free text, which can be translated. */
  isFreeText: boolean;
  /** Whether it can be answered by text message. */
  isAnswerableByMessage: boolean;
}

const describeTypes = <T extends string>(types: Record<T, FieldTypeFacts>) => types;
const describeInputs = <T extends string>(inputs: Record<T, FieldInputFacts>) => inputs;

const text: FieldTypeFacts = {
  answerKind: 'text',
  storage: 'values',
  roundedBy: null,
  isSearchable: true,
  isTranslatable: true,
  isCountable: true,
  isAnswerableByMessage: true,
  hasDistinctAnswers: false,
  splitsCells: true,
  canBePrivate: true,
  maxLength: limits.longText,
  inputMode: 'text',
  hxl: 'text',
};
const postText: FieldTypeFacts = {
  ...text,
  isSearchable: false,
  isTranslatable: false,
  isCountable: false,
  isAnswerableByMessage: false,
};
const number: FieldTypeFacts = {
  ...text,
  maxLength: null,
  answerKind: 'number',
  isSearchable: false,
  isTranslatable: false,
  inputMode: 'decimal',
  hxl: 'number',
};
/** Answers that are neither text nor number. */
const other: FieldTypeFacts = {
  ...postText,
  maxLength: null,
  hxl: null,
};

/** All types, by their names in API v3. */
export const fieldTypes = describeTypes({
  decimal: number,
  int: { ...number, inputMode: 'numeric' },
  geometry: {
    ...other,
    answerKind: 'shape',
    maxLength: limits.shapeAnswer,
    roundedBy: 'hide_location',
    splitsCells: false,
  },
  text,
  varchar: { ...text, maxLength: limits.varchar },
  markdown: { ...text, splitsCells: false, hxl: null },
  point: { ...other, answerKind: 'point', roundedBy: 'hide_location', hxl: 'place' },
  datetime: {
    ...other,
    answerKind: 'time',
    roundedBy: 'hide_time',
    isCountable: true,
    isAnswerableByMessage: true,
    hxl: 'time',
  },
  link: { ...other, answerKind: 'link', maxLength: limits.linkAnswer, isCountable: true, inputMode: 'url' },
  relation: { ...other, answerKind: 'post', hasDistinctAnswers: true },
  media: { ...other, answerKind: 'media', hxl: 'media' },
  title: { ...postText, storage: 'title' },
  description: { ...postText, storage: 'content' },
  tags: {
    ...other,
    maxLength: limits.categoryName.max,
    answerKind: 'category',
    storage: 'categories',
    isCountable: true,
    hasDistinctAnswers: true,
    canBePrivate: false,
  },
});

const typed: FieldInputFacts = {
  hasOptions: false,
  answers: 'repeatable',
  isDateOnly: false,
  isFreeText: false,
  isAnswerableByMessage: true,
};
const freeText: FieldInputFacts = { ...typed, isFreeText: true };
const checkboxes: FieldInputFacts = { ...typed, hasOptions: true, answers: 'many' };

/** All inputs, by their names in API v3. */
export const fieldInputs = describeInputs({
  text: freeText,
  textarea: freeText,
  select: { ...typed, hasOptions: true },
  radio: { ...typed, hasOptions: true, answers: 'one' },
  checkbox: checkboxes,
  checkboxes,
  date: { ...typed, isDateOnly: true },
  datetime: typed,
  location: typed,
  number: typed,
  relation: typed,
  upload: typed,
  video: { ...typed, isAnswerableByMessage: false },
  markdown: freeText,
  tags: typed,
});

/**
 * Kinds of fields that the editor offers, with their type and input. Other combinations, such as areas, can only be created
 * through the API.
 */
export const fieldKinds = {
  shortText: { type: 'varchar', input: 'text' },
  longText: { type: 'text', input: 'textarea' },
  markdown: { type: 'markdown', input: 'markdown' },
  decimal: { type: 'decimal', input: 'number' },
  int: { type: 'int', input: 'number' },
  location: { type: 'point', input: 'location' },
  date: { type: 'datetime', input: 'date' },
  datetime: { type: 'datetime', input: 'datetime' },
  select: { type: 'varchar', input: 'select' },
  radio: { type: 'varchar', input: 'radio' },
  checkbox: { type: 'varchar', input: 'checkbox' },
  tags: { type: 'tags', input: 'tags' },
  relation: { type: 'relation', input: 'relation' },
  upload: { type: 'media', input: 'upload' },
  video: { type: 'varchar', input: 'video' },
  title: { type: 'title', input: 'text' },
  description: { type: 'description', input: 'textarea' },
} as const satisfies Record<string, { type: keyof typeof fieldTypes; input: keyof typeof fieldInputs }>;
/** A kind of field that the editor offers. */
export type FieldKind = keyof typeof fieldKinds;

/** Names of all types, in the order of the registry. */
export const attributeTypes = Object.keys(fieldTypes) as (keyof typeof fieldTypes)[];
/** Names of all inputs, in the order of the registry. */
export const attributeInputs = Object.keys(fieldInputs) as (keyof typeof fieldInputs)[];

/** The types whose facts fulfil a condition, for queries. */
export const listFieldTypes = (fulfils: (facts: FieldTypeFacts) => boolean): (keyof typeof fieldTypes)[] =>
  attributeTypes.filter((type) => fulfils(fieldTypes[type]));
