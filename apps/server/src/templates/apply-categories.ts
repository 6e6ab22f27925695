/** Categories of a template. Their slugs are their keys. */
import { CategoryInput } from '@waypost/contract/categories/categories';
import type { LocalCategory } from '@waypost/contract/templates/template-format';
import {
  type CategoryRow,
  createCategory,
  deleteCategory,
  orderCategories,
  updateCategory,
} from '../categories/categories.public.ts';
import { exportCategory } from './export-template.ts';
import { planChange, planCreation, planDeletion } from './part-steps.ts';
import {
  at,
  isSame,
  parseAt,
  requireDistinct,
  resolveRoleNames,
  type Step,
  type TemplateContext,
} from './template-context.ts';
import { findCategoriesOfPosts } from './templates.sql.ts';

/** A category of either level in the file. */
interface Entry {
  path: string;
  category: Omit<LocalCategory, 'role' | 'children'>;
  /** Roles of the top level; undefined for a child, which has those of its parent. */
  role: readonly string[] | undefined;
  parentSlug: string | null;
  priority: number;
}

/** The categories of the file: each parent before its children. */
const listEntries = (tags: readonly LocalCategory[]): Entry[] =>
  tags.flatMap(({ role, children, ...category }, index) => [
    { path: `tags/${index}`, category, role, parentSlug: null, priority: index + 1 },
    ...children.map((child, childIndex) => ({
      path: `tags/${index}/children/${childIndex}`,
      category: child,
      role: undefined,
      parentSlug: category.slug,
      priority: childIndex + 1,
    })),
  ]);

/** The stored category in the form of the file, to compare. */
function describeStored(context: TemplateContext, row: CategoryRow) {
  const { role, children: _, ...category } = exportCategory(row, []);
  const parent = context.setUp.categories.find(({ id }) => id === row.parent_id);
  return { category, role: parent ? undefined : role, parentSlug: parent?.slug ?? null };
}

function planCategory(context: TemplateContext, entry: Entry): Step {
  const { tx, viewer, mode, setUp, categoryIds } = context;
  const { path, category, parentSlug, priority } = entry;
  const stored = setUp.categories.find(({ slug }) => slug === category.slug);
  const role = entry.role && resolveRoleNames(context, entry.role);
  const input = parseAt(path, CategoryInput, { ...category, description: category.description ?? null });
  const parentId = () => (parentSlug === null ? null : (categoryIds.get(parentSlug) ?? null));
  const part = { part: 'tags', name: category.tag, refusal: null } as const;
  if (!stored)
    return planCreation(context, {
      ...part,
      async create() {
        const roles = role ? { role: role.length > 0 ? role : null } : {};
        const body = { ...input, ...roles, priority, parent_id: parentId() };
        const row = await at(path, () => createCategory(tx, viewer, body));
        categoryIds.set(category.slug, row.id);
        return row;
      },
    });
  const after = { category, role, parentSlug };
  return planChange({
    ...part,
    storedName: stored.tag,
    isUnchanged: mode === 'merge' || isSame(describeStored(context, stored), after),
    update() {
      const { slug: _, priority: __, ...rest } = input;
      const body = { ...rest, ...(role ? { role } : {}), parent_id: parentId() };
      return at(path, () => updateCategory(tx, viewer, stored.id, body));
    },
  });
}

/** Mode `replace` takes over the order, in which categories are offered everywhere. */
function planOrder(context: TemplateContext, entries: readonly Entry[]): void {
  const { tx, viewer, setUp, categoryIds } = context;
  for (const parentSlug of new Set(entries.map((entry) => entry.parentSlug))) {
    const slugs = entries
      .filter((entry) => entry.parentSlug === parentSlug)
      .map(({ category }) => category.slug);
    const before = setUp.categories.map(({ slug }) => slug).filter((slug) => slugs.includes(slug));
    if (isSame(before, slugs)) continue;
    context.afterwards.push(async () => {
      const ids = slugs.flatMap((slug) => categoryIds.get(slug) ?? []);
      await orderCategories(tx, viewer, ids);
    });
  }
}

/** Creates and changes categories. */
export function planCategories(context: TemplateContext): Step[] {
  const entries = listEntries(context.template.tags ?? []);
  requireDistinct(entries.map(({ path, category }) => [`${path}/slug`, category.slug]));
  if (context.mode === 'replace' && context.template.kind === 'deployment') planOrder(context, entries);
  return entries.map((entry) => planCategory(context, entry));
}

/** Deletes the categories that the template does not contain, but for those of reports and their parents. */
export async function planCategoryDeletions(context: TemplateContext): Promise<Step[]> {
  const { tx, viewer, template, setUp } = context;
  const slugs = new Set(listEntries(template.tags ?? []).map(({ category }) => category.slug));
  const extra = setUp.categories.filter(({ slug }) => !slugs.has(slug));
  const used = await findCategoriesOfPosts(
    tx,
    extra.map(({ id }) => id),
  );
  const kept = new Set(
    setUp.categories.flatMap(({ id, slug }) => (slugs.has(slug) || used.has(id) ? [id] : [])),
  );
  const findRefusal = ({ id, children }: CategoryRow) => {
    if (used.has(id)) return 'posts';
    return children.some((child) => kept.has(child)) ? 'children' : null;
  };
  const plan = (category: CategoryRow): Step =>
    planDeletion({
      part: 'tags',
      name: category.tag,
      refusal: findRefusal(category),
      remove: () => deleteCategory(tx, viewer, category.id),
    });
  // Children first: deleting their parent would move them to the top level for a moment.
  return extra.toSorted((a, b) => Number(a.parent_id === null) - Number(b.parent_id === null)).map(plan);
}
