/** Saved searches of a template. They are featured: those that are not belong to a person. */

import { SavedSearchInput } from '@waypost/contract/saved-searches/saved-searches';
import type { TemplateFilter } from '@waypost/contract/templates/template-filter';
import { type LocalSavedSearch, listTexts } from '@waypost/contract/templates/template-format';
import {
  canFeature,
  createSet,
  deleteSet,
  type SetRow,
  setPrivileges,
  updateSet,
} from '../collections/collections.public.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { exportSavedSearch, listKeys } from './export-template.ts';
import { planChange, planCreation, planDeletion } from './part-steps.ts';
import {
  at,
  isSame,
  parseAt,
  resolveRoleNames,
  type Step,
  type TemplateContext,
  templateError,
} from './template-context.ts';

/** Ids of keys. @throws ValidationError for a key that is neither in the file nor here */
function toIds(keys: readonly string[], ids: ReadonlyMap<string, number>, path: string): (number | 'none')[] {
  return keys.map((key, index) => {
    const id = key === 'none' ? key : ids.get(key);
    if (id === undefined) throw templateError(`${path}/${index}`, 'exists', { value: key });
    return id;
  });
}

/** The filter as it is stored. */
function resolveFilter(
  filter: TemplateFilter,
  context: TemplateContext,
  path: string,
): Record<string, unknown> {
  const { categoryIds, surveyIds } = context;
  const { form, tags, ...rest } = filter;
  const resolveTags = () => {
    if (tags === undefined) return {};
    if (Array.isArray(tags)) return { tags: toIds(tags, categoryIds, `${path}/tags`) };
    const { any, all } = tags;
    return {
      tags: {
        ...(any ? { any: toIds(any, categoryIds, `${path}/tags/any`) } : {}),
        ...(all ? { all: toIds(all, categoryIds, `${path}/tags/all`) } : {}),
      },
    };
  };
  return { ...rest, ...(form ? { form: toIds(form, surveyIds, `${path}/form`) } : {}), ...resolveTags() };
}

/**
 * The filter as it will be stored, with placeholders for the ids of what is not created yet.
 * @throws ValidationError for a key of a survey or category that is neither in the file nor here
 */
function planFilter(filter: TemplateFilter, context: TemplateContext, path: string): Record<string, unknown> {
  const planned = (keys: readonly string[]) => keys.map((key) => [key, 1] as const);
  const { template } = context;
  const slugs = (template.tags ?? []).flatMap(({ slug, children }) => [
    slug,
    ...children.map((it) => it.slug),
  ]);
  const categoryIds = new Map([...planned(slugs), ...context.categoryIds]);
  const surveyIds = new Map([...planned((template.forms ?? []).map(({ key }) => key)), ...context.surveyIds]);
  return resolveFilter(filter, { ...context, categoryIds, surveyIds }, path);
}

const findRefusal = (viewer: Viewer, set: SetRow, privilege: 'update' | 'delete') =>
  setPrivileges(viewer, set).includes(privilege) ? null : 'rights';

function planSavedSearch(context: TemplateContext, search: LocalSavedSearch, index: number): Step {
  const { tx, viewer, mode, setUp, source } = context;
  const path = `savedsearches/${index}`;
  const names = listTexts(source.savedsearches?.[index]?.name ?? search.name);
  const stored = setUp.savedSearches.find(({ name }) => names.includes(name));
  const role = resolveRoleNames(context, search.role);
  const { name, description = null, view } = search;
  const build = (filter: Record<string, unknown>) =>
    parseAt(path, SavedSearchInput, { name, description, view, role, featured: true, filter });
  build(planFilter(search.filter, context, `${path}/filter`));
  const buildResolved = () => build(resolveFilter(search.filter, context, `${path}/filter`));
  const part = { part: 'savedsearches', name } as const;
  if (!stored)
    return planCreation(context, {
      ...part,
      refusal: canFeature(viewer) ? null : 'rights',
      create: () => at(path, () => createSet(tx, viewer, 'savedsearch', buildResolved())),
    });
  const before = exportSavedSearch(stored, listKeysForComparison(context));
  return planChange({
    ...part,
    refusal: findRefusal(viewer, stored, 'update'),
    storedName: stored.name,
    isUnchanged: mode === 'merge' || isSame(before, { ...search, role }),
    update: () => at(path, () => updateSet(tx, viewer, 'savedsearch', stored.id, buildResolved())),
  });
}

/** The keys of what is stored, with those that the file uses for the surveys that it recognized. */
const listKeysForComparison = (context: TemplateContext) => {
  const keys = listKeys(context.setUp);
  const recognized = [...context.surveyIds].map(([key, id]) => [id, key] as const);
  return { ...keys, surveys: new Map([...keys.surveys, ...recognized]) };
};

/** Creates and changes saved searches. */
export const planSavedSearches = (context: TemplateContext): Step[] =>
  (context.template.savedsearches ?? []).map((search, index) => planSavedSearch(context, search, index));

/** Deletes the featured saved searches that the template does not contain. */
export function planSavedSearchDeletions(context: TemplateContext): Step[] {
  const { tx, viewer, source, setUp } = context;
  const names = new Set((source.savedsearches ?? []).flatMap(({ name }) => listTexts(name)));
  const plan = (set: SetRow): Step =>
    planDeletion({
      part: 'savedsearches',
      name: set.name,
      refusal: findRefusal(viewer, set, 'delete'),
      remove: () => deleteSet(tx, viewer, 'savedsearch', set.id),
    });
  return setUp.savedSearches.filter(({ name }) => !names.has(name)).map(plan);
}
