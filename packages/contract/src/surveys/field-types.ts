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
  | 'phone'
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
  /**
   * Whether an answer may identify somebody, as a text may, or always does: then publishing it is asked about, and recorded. Answers that
   * always do are private unless somebody decides otherwise, and are deleted when a post is anonymized.
   */
  personalData: 'always' | 'possible' | 'none';
  /** Whether the search text of posts is looked for in answers. */
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
  inputMode: 'text' | 'url' | 'tel' | 'numeric' | 'decimal';
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

/**
 * All types, by their names in API v3; `phone` is ours. Each decides every property itself: what it took over from another type, nobody would have
 * decided.
 */
export const fieldTypes = describeTypes({
  decimal: {
    answerKind: 'number',
    storage: 'values',
    roundedBy: null,
    personalData: 'none',
    isSearchable: false,
    isTranslatable: false,
    isCountable: true,
    isAnswerableByMessage: true,
    hasDistinctAnswers: false,
    splitsCells: true,
    canBePrivate: true,
    maxLength: null,
    inputMode: 'decimal',
    hxl: 'number',
  },
  int: {
    answerKind: 'number',
    storage: 'values',
    roundedBy: null,
    personalData: 'none',
    isSearchable: false,
    isTranslatable: false,
    isCountable: true,
    isAnswerableByMessage: true,
    hasDistinctAnswers: false,
    splitsCells: true,
    canBePrivate: true,
    maxLength: null,
    inputMode: 'numeric',
    hxl: 'number',
  },
  geometry: {
    answerKind: 'shape',
    storage: 'values',
    roundedBy: 'hide_location',
    personalData: 'none',
    isSearchable: false,
    isTranslatable: false,
    isCountable: false,
    isAnswerableByMessage: false,
    hasDistinctAnswers: false,
    splitsCells: false,
    canBePrivate: true,
    maxLength: limits.shapeAnswer,
    inputMode: 'text',
    hxl: null,
  },
  text: {
    answerKind: 'text',
    storage: 'values',
    roundedBy: null,
    personalData: 'possible',
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
  },
  varchar: {
    answerKind: 'text',
    storage: 'values',
    roundedBy: null,
    personalData: 'possible',
    isSearchable: true,
    isTranslatable: true,
    isCountable: true,
    isAnswerableByMessage: true,
    hasDistinctAnswers: false,
    splitsCells: true,
    canBePrivate: true,
    maxLength: limits.varchar,
    inputMode: 'text',
    hxl: 'text',
  },
  markdown: {
    answerKind: 'text',
    storage: 'values',
    roundedBy: null,
    personalData: 'possible',
    isSearchable: true,
    isTranslatable: true,
    isCountable: true,
    isAnswerableByMessage: true,
    hasDistinctAnswers: false,
    splitsCells: false,
    canBePrivate: true,
    maxLength: limits.longText,
    inputMode: 'text',
    hxl: null,
  },
  point: {
    answerKind: 'point',
    storage: 'values',
    roundedBy: 'hide_location',
    personalData: 'none',
    isSearchable: false,
    isTranslatable: false,
    isCountable: false,
    isAnswerableByMessage: false,
    hasDistinctAnswers: false,
    splitsCells: true,
    canBePrivate: true,
    maxLength: null,
    inputMode: 'text',
    hxl: 'place',
  },
  datetime: {
    answerKind: 'time',
    storage: 'values',
    roundedBy: 'hide_time',
    personalData: 'none',
    isSearchable: false,
    isTranslatable: false,
    isCountable: true,
    isAnswerableByMessage: true,
    hasDistinctAnswers: false,
    splitsCells: true,
    canBePrivate: true,
    maxLength: null,
    inputMode: 'text',
    hxl: 'time',
  },
  link: {
    answerKind: 'link',
    storage: 'values',
    roundedBy: null,
    personalData: 'none',
    isSearchable: false,
    isTranslatable: false,
    isCountable: true,
    isAnswerableByMessage: false,
    hasDistinctAnswers: false,
    splitsCells: true,
    canBePrivate: true,
    maxLength: limits.linkAnswer,
    inputMode: 'url',
    hxl: null,
  },
  phone: {
    answerKind: 'phone',
    storage: 'values',
    roundedBy: null,
    personalData: 'always',
    isSearchable: false,
    isTranslatable: false,
    isCountable: false,
    isAnswerableByMessage: true,
    hasDistinctAnswers: true,
    splitsCells: true,
    canBePrivate: true,
    maxLength: null,
    inputMode: 'tel',
    hxl: 'text',
  },
  relation: {
    answerKind: 'post',
    storage: 'values',
    roundedBy: null,
    personalData: 'none',
    isSearchable: false,
    isTranslatable: false,
    isCountable: false,
    isAnswerableByMessage: false,
    hasDistinctAnswers: true,
    splitsCells: true,
    canBePrivate: true,
    maxLength: null,
    inputMode: 'text',
    hxl: null,
  },
  media: {
    answerKind: 'media',
    storage: 'values',
    roundedBy: null,
    personalData: 'none',
    isSearchable: false,
    isTranslatable: false,
    isCountable: false,
    isAnswerableByMessage: false,
    hasDistinctAnswers: false,
    splitsCells: true,
    canBePrivate: true,
    maxLength: null,
    inputMode: 'text',
    hxl: 'media',
  },
  title: {
    answerKind: 'text',
    storage: 'title',
    roundedBy: null,
    personalData: 'possible',
    isSearchable: false,
    isTranslatable: false,
    isCountable: false,
    isAnswerableByMessage: false,
    hasDistinctAnswers: false,
    splitsCells: true,
    canBePrivate: true,
    maxLength: limits.longText,
    inputMode: 'text',
    hxl: 'text',
  },
  description: {
    answerKind: 'text',
    storage: 'content',
    roundedBy: null,
    personalData: 'possible',
    isSearchable: false,
    isTranslatable: false,
    isCountable: false,
    isAnswerableByMessage: false,
    hasDistinctAnswers: false,
    splitsCells: true,
    canBePrivate: true,
    maxLength: limits.longText,
    inputMode: 'text',
    hxl: 'text',
  },
  tags: {
    answerKind: 'category',
    storage: 'categories',
    roundedBy: null,
    personalData: 'none',
    isSearchable: false,
    isTranslatable: false,
    isCountable: true,
    isAnswerableByMessage: false,
    hasDistinctAnswers: true,
    splitsCells: true,
    canBePrivate: false,
    maxLength: limits.categoryName.max,
    inputMode: 'text',
    hxl: null,
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

/** All inputs, by their names in API v3; `phone` is ours. */
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
  phone: typed,
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
  phone: { type: 'phone', input: 'phone' },
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
