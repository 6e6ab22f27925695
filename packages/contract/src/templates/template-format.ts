/**
 * The format of templates: surveys, categories, roles and saved searches without reports and people, as a JSON file
 * (docs/decisions/0055). Everything refers to everything else by keys; the file contains no ids of a database.
 */
import { z } from 'zod';
import { CategoryType } from '../categories/categories.ts';
import { setViews } from '../collections/collections.ts';
import { limits } from '../common/limits.ts';
import { Permission } from '../common/permissions.ts';
import { AttributeInputKind, AttributeType } from '../surveys/attributes.ts';
import { placeMaskingWithDefaults } from '../surveys/save-surveys.ts';
import { ConsentUse } from '../surveys/survey-consent.ts';
import { TaskType } from '../surveys/tasks.ts';
import { TemplateFilter } from './template-filter.ts';
import { templateLimits } from './template-limits.ts';

/** The languages that the ready-made templates are written in. */
export const templateLanguages = [
  'en',
  'ar',
  'es',
  'fr',
  'hi',
  'ht',
  'id',
  'pt',
  'ru',
  'sw',
  'uk',
  'zh',
] as const;

/** A language of a text: `en`, or `pt-BR`. */
const LanguageTag = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/);

/** A text in one language, or in several by language. */
export const TemplateText = z.union([z.string(), z.record(LanguageTag, z.string())]);
export type TemplateText = z.output<typeof TemplateText>;

/** The text in a language, else in English, else in the first language. @param language BCP 47, such as `pt-BR` */
export function pickText(text: TemplateText, language: string): string {
  if (typeof text === 'string') return text;
  const base = language.split(/[-_]/)[0] ?? language;
  return text[language] ?? text[base] ?? text['en'] ?? Object.values(text)[0] ?? '';
}

/** Every wording of a text, to recognize what was created from it in another language. */
export const listTexts = (text: TemplateText): string[] =>
  typeof text === 'string' ? [text] : Object.values(text);

const key = z.string().trim().min(1).max(templateLimits.key);
const maximum = templateLimits;

/** What a file holds: the set-up of a deployment, or one survey with the categories and roles that it names. */
export const templateKinds = ['deployment', 'survey'] as const;

/**
 * Builds the schema of a template.
 * @param text schema of its texts: in several languages, or in one
 */
const buildSchema = <T extends z.ZodType<unknown, TemplateText>>(text: T) => {
  const roleNames = z.array(key).max(maximum.roles);
  const role = z.strictObject({
    name: key,
    display_name: text,
    description: text.optional(),
    permissions: z.array(Permission),
  });
  const childCategory = z.strictObject({
    /** The key of the category. */
    slug: key,
    tag: text,
    description: text.optional(),
    type: CategoryType.default('category'),
    color: z.string().nullable().default(null),
    icon: z.string().default('tag'),
  });
  const category = childCategory.extend({
    /** Roles that see it and its children; empty for everyone. */
    role: roleNames.default([]),
    children: z.array(childCategory).max(maximum.categories).default([]),
  });
  const attribute = z.strictObject({
    key: z.string().trim().min(1).max(limits.attributeKey),
    label: text,
    instructions: text.optional(),
    type: AttributeType,
    input: AttributeInputKind,
    required: z.boolean().default(false),
    response_private: z.boolean().default(false),
    default: text.optional(),
    /** Choices; for `tags` the slugs of categories. */
    options: z.array(text).max(maximum.options).default([]),
    /** Maximum number of answers; 0 for unlimited. */
    cardinality: z.number().int().min(0).default(1),
    /** Whether a picture has a caption. */
    has_caption: z.boolean().default(false),
    /** For `relation`: keys of the surveys whose posts can be chosen. */
    forms: z.array(key).max(maximum.surveys).default([]),
  });
  const task = z.strictObject({
    label: text,
    description: text.optional(),
    type: TaskType.default('task'),
    required: z.boolean().default(false),
    show_when_published: z.boolean().default(true),
    task_is_internal_only: z.boolean().default(false),
    attributes: z.array(attribute).max(maximum.attributes).default([]),
  });
  const consent = z.strictObject({
    text: z.string(),
    /** The text in other languages. */
    translations: z.record(LanguageTag, z.string()).default({}),
    uses: z.array(ConsentUse).default([]),
    confirmation: z.boolean().default(false),
    unanswered_is_no: z.boolean().default(true),
  });
  const survey = z.strictObject({
    /** What other parts of the file call it. */
    key,
    name: text,
    description: text.optional(),
    color: z.string().nullable().default(null),
    disabled: z.boolean().default(false),
    hide_author: z.boolean().default(false),
    hide_time: z.boolean().default(false),
    hide_location: z.boolean().default(false),
    require_approval: z.boolean().default(true),
    everyone_can_create: z.boolean().default(true),
    targeted_survey: z.boolean().default(false),
    quick_exit: z.boolean().default(false),
    keep_originals: z.boolean().default(false),
    ...placeMaskingWithDefaults,
    /** What reporters are asked to agree to. */
    consent: consent.nullable().default(null),
    /** Names of roles, when not everyone may answer. */
    can_create: roleNames.default([]),
    stages: z.array(task).max(maximum.tasks),
  });
  const savedSearch = z.strictObject({
    name: text,
    description: text.optional(),
    view: z.enum(setViews).default('map'),
    role: roleNames.default([]),
    filter: TemplateFilter,
  });
  return z.strictObject({
    format: z.literal('waypost-template'),
    version: z.literal(1),
    kind: z.enum(templateKinds).default('deployment'),
    title: text,
    description: text.optional(),
    icon: z.string().max(limits.varchar).default('tag'),
    color: z.string().max(limits.varchar).nullable().default(null),
    /** A part that is absent is left alone; an empty one is replaced by nothing. */
    roles: z.array(role).max(maximum.roles).optional(),
    tags: z.array(category).max(maximum.categories).optional(),
    forms: z.array(survey).max(maximum.surveys).optional(),
    savedsearches: z.array(savedSearch).max(maximum.savedSearches).optional(),
  });
};

/** A template as a file: texts may be in several languages. */
export const Template = buildSchema(TemplateText);
export type Template = z.output<typeof Template>;
export type TemplateInput = z.input<typeof Template>;

/** A template whose texts are in one language. */
export const LocalTemplate = buildSchema(z.string());
export type LocalTemplate = z.output<typeof LocalTemplate>;

/** The parts of a template. */
export type LocalRole = NonNullable<LocalTemplate['roles']>[number];
export type LocalCategory = NonNullable<LocalTemplate['tags']>[number];
export type LocalSurvey = NonNullable<LocalTemplate['forms']>[number];
export type LocalTask = LocalSurvey['stages'][number];
export type LocalAttribute = LocalTask['attributes'][number];
export type LocalSavedSearch = NonNullable<LocalTemplate['savedsearches']>[number];

/** The schema that picks the texts of one language while it parses. */
export const localSchema = (language: string) =>
  buildSchema(TemplateText.transform((text) => pickText(text, language)));
