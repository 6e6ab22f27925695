/** The set-up of this deployment as a template: no reports, people, secrets, and no ids. */
import { builtInRoles, Permission } from '@waypost/contract/common/permissions';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { pickPlaceMasking } from '@waypost/contract/surveys/place-masking';
import {
  type TemplateFilter,
  TemplateFilter as TemplateFilterSchema,
} from '@waypost/contract/templates/template-filter';
import type {
  LocalAttribute,
  LocalCategory,
  LocalRole,
  LocalSavedSearch,
  LocalSurvey,
  LocalTask,
  LocalTemplate,
} from '@waypost/contract/templates/template-format';
import type { CategoryRow } from '../categories/categories.public.ts';
import type { SetRow } from '../collections/collections.public.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import type { RoleRow } from '../users/users.public.ts';
import type { SetUp, StoredSurvey, StoredTask } from './read-set-up.ts';

/** Keys of what rows refer to by id. */
export interface Keys {
  /** Slugs of categories by id. */
  slugs: ReadonlyMap<number, string>;
  /** Keys of surveys by id. */
  surveys: ReadonlyMap<number, string>;
}

/** The keys of everything that is stored. */
export const listKeys = (setUp: SetUp): Keys => ({
  slugs: new Map(setUp.categories.map(({ id, slug }) => [id, slug])),
  surveys: new Map(setUp.surveys.map(({ row, key }) => [row.id, key])),
});

const optional = (text: string | null) => (text === null || text === '' ? undefined : text);

/** A role. */
export const exportRole = (role: RoleRow): LocalRole => ({
  name: role.name,
  display_name: role.display_name ?? role.name,
  description: optional(role.description),
  permissions: role.permissions.flatMap((it) => Permission.safeParse(it).data ?? []).toSorted(),
});

const exportChild = (category: CategoryRow) => ({
  slug: category.slug,
  tag: category.tag,
  description: optional(category.description),
  type: category.type,
  color: category.color,
  icon: category.icon,
});

/** A category of the top level with its children. */
export const exportCategory = (category: CategoryRow, children: readonly CategoryRow[]): LocalCategory => ({
  ...exportChild(category),
  role: category.role ?? [],
  children: children.map(exportChild),
});

/** Ids in the configuration of a relation. */
const relatedSurveys = (config: AttributeRow['config']): number[] => {
  const { input } = config as { input?: { form?: unknown } };
  const ids: unknown[] = Array.isArray(input?.form) ? input.form : [];
  return ids.map(Number).filter(Number.isInteger);
};

/** An attribute. References to what `keys` does not contain are left out. */
export const exportAttribute = (attribute: AttributeRow, keys: Keys): LocalAttribute => ({
  key: attribute.key,
  label: attribute.label,
  instructions: optional(attribute.instructions),
  type: attribute.type,
  input: attribute.input,
  required: attribute.required,
  response_private: attribute.response_private,
  default: optional(attribute.default),
  options:
    fieldTypes[attribute.type].answerKind === 'category'
      ? attribute.options.flatMap((id) => keys.slugs.get(Number(id)) ?? [])
      : attribute.options.map(String),
  cardinality: attribute.cardinality,
  has_caption: attribute.config['hasCaption'] === true,
  forms: relatedSurveys(attribute.config).flatMap((id) => keys.surveys.get(id) ?? []),
});

/** A task with its attributes. */
export const exportTask = ({ row, attributes }: StoredTask, keys: Keys): LocalTask => ({
  label: row.label,
  description: optional(row.description),
  type: row.type,
  required: row.required,
  show_when_published: row.show_when_published,
  task_is_internal_only: row.task_is_internal_only,
  attributes: attributes.map((attribute) => exportAttribute(attribute, keys)),
});

const exportConsent = ({ consent }: StoredSurvey['row']): LocalSurvey['consent'] => {
  if (consent === null) return null;
  const { version: _, ...content } = consent;
  return content;
};

/** The settings of a survey, without its tasks. */
export const exportSurveySettings = ({ row, key }: StoredSurvey): Omit<LocalSurvey, 'stages'> => ({
  key,
  name: row.name,
  description: optional(row.description),
  color: row.color,
  disabled: row.disabled,
  hide_author: row.hide_author,
  hide_time: row.hide_time,
  hide_location: row.hide_location,
  require_approval: row.require_approval,
  everyone_can_create: row.everyone_can_create,
  targeted_survey: row.targeted_survey,
  quick_exit: row.quick_exit,
  keep_originals: row.keep_originals,
  ...pickPlaceMasking(row),
  consent: exportConsent(row),
  can_create: row.everyone_can_create ? [] : row.can_create,
});

const toList = (value: unknown): unknown[] =>
  typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];

/** Keys of ids in a filter; undefined when one has no key. */
function toKeys(value: unknown, keys: ReadonlyMap<number, string>): string[] | undefined {
  const names = toList(value).map((id) => (id === 'none' ? 'none' : keys.get(Number(id))));
  return names.every((name) => name !== undefined) ? names : undefined;
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Filters that are written as lists. */
const listFilters = new Set(['status', 'source']);

function exportFilterMember(name: string, value: unknown, keys: Keys): unknown {
  if (name === 'form') return toKeys(value, keys.surveys);
  if (name === 'within_km') return Number(value);
  if (listFilters.has(name)) return toList(value);
  if (name !== 'tags') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return toKeys(value, keys.slugs);
  return Object.fromEntries(Object.entries(value).map(([how, ids]) => [how, toKeys(ids, keys.slugs)]));
}

/** The filters of a saved search; undefined if one of them names a person, a post or another search. */
export function exportFilter(filter: SetRow['filter'], keys: Keys): TemplateFilter | undefined {
  const members = Object.entries(filter ?? {}).filter(([, value]) => !isEmpty(value));
  const exported = members.map(([name, value]) => [name, exportFilterMember(name, value, keys)] as const);
  if (exported.some(([, value]) => value === undefined)) return undefined;
  return TemplateFilterSchema.safeParse(Object.fromEntries(exported)).data;
}

/** A saved search; undefined if its filters have no meaning elsewhere. */
export function exportSavedSearch(set: SetRow, keys: Keys): LocalSavedSearch | undefined {
  const filter = exportFilter(set.filter, keys);
  if (!filter) return undefined;
  const { name, description, view, role } = set;
  return {
    name,
    description: optional(description),
    view,
    role: role ?? [],
    filter,
  };
}

const isRoot = ({ parent_id }: CategoryRow) => parent_id === null;

function exportCategories(categories: readonly CategoryRow[], isIncluded: (id: number) => boolean) {
  return categories.filter(isRoot).flatMap((category) => {
    const children = categories.filter((it) => it.parent_id === category.id && isIncluded(it.id));
    return isIncluded(category.id) || children.length > 0 ? [exportCategory(category, children)] : [];
  });
}

/** A survey with its tasks. */
export const exportSurvey = (survey: StoredSurvey, keys: Keys): LocalSurvey => ({
  ...exportSurveySettings(survey),
  stages: survey.tasks.map((task) => exportTask(task, keys)),
});

/** Built-in roles that cannot be changed, or exist everywhere. */
const isEverywhere = ({ name }: RoleRow) => name === builtInRoles.admin || name === builtInRoles.member;

const header = { format: 'waypost-template', version: 1, icon: 'tag', color: null } as const;

/** The whole set-up. @param title of the file, such as the name of the deployment */
export function exportDeployment(setUp: SetUp, title: string): LocalTemplate {
  const keys = listKeys(setUp);
  return {
    ...header,
    kind: 'deployment',
    title,
    roles: setUp.roles.filter((role) => !isEverywhere(role)).map(exportRole),
    tags: exportCategories(setUp.categories, () => true),
    forms: setUp.surveys.map((survey) => exportSurvey(survey, keys)),
    savedsearches: setUp.savedSearches.flatMap((set) => exportSavedSearch(set, keys) ?? []),
  };
}

/** Some surveys, with the categories that they offer and the roles that they name. @throws Problem 404 for an unknown id */
export function exportSurveys(setUp: SetUp, ids: readonly number[]): LocalTemplate {
  const surveys = ids.map((id) => {
    const survey = setUp.surveys.find(({ row }) => row.id === id);
    if (!survey) throw notFound('forms', id);
    return survey;
  });
  const offered = new Set(surveys.flatMap(({ row }) => row.tags));
  const all = listKeys(setUp);
  const keys = { ...all, surveys: new Map([...all.surveys].filter(([id]) => ids.includes(id))) };
  const tags = exportCategories(setUp.categories, (id) => offered.has(id));
  const forms = surveys.map((survey) => exportSurvey(survey, keys));
  const named = new Set([...forms.flatMap((it) => it.can_create), ...tags.flatMap((it) => it.role)]);
  return {
    ...header,
    kind: 'survey',
    title: surveys.map(({ row }) => row.name).join(', '),
    roles: setUp.roles.filter((role) => named.has(role.name) && !isEverywhere(role)).map(exportRole),
    tags,
    forms,
  };
}
