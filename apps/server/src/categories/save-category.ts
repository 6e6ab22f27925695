/** Making, changing and deleting categories (API v3 §2.5, spec 3 §4). */
import type { CategoryChange, CategoryInput } from '@waypost/contract/categories/categories';
import type { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import { mapConstraintErrors, notFound, validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { requirePrivilege, requireVisible } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { withdrawCategory } from '../surveys/surveys.public.ts';
import { categoryPrivileges } from './categories.rules.ts';
import {
  type CategoryRow,
  deleteCategoryRow,
  findCategory,
  insertCategory,
  lockCategories,
  passRoleToChildren,
  updateCategoryRow,
} from './categories.sql.ts';
import { requireParent, resolveRoles } from './check-category.ts';
import { createUniqueSlug, toSlug } from './slugs.ts';

const constraintFaults = { categories_slug_once: () => validationError('tags', 'slug', 'taken') };

async function requireCategory(tx: Tx, id: number): Promise<CategoryRow> {
  const category = await findCategory(tx, id);
  if (!category) throw notFound('tags', id);
  return category;
}

/**
 * A category that the viewer may do something with.
 * @throws Problem 404 when there is none that the viewer may see; 401 or 403 when the viewer may see it and do no more
 */
async function categoryFor(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<CategoryRow> {
  const category = await requireCategory(tx, id);
  requireVisible(viewer, categoryPrivileges(viewer, category), privilege, 'tags', id);
  return category;
}

/** A category that the viewer may see. */
export const requireReadableCategory = (tx: Tx, viewer: Viewer, id: number): Promise<CategoryRow> =>
  categoryFor(tx, viewer, id, 'read');

/**
 * What to stand below: null means the top level, undefined that nothing was said. Clients send the whole category back, its
 * old `parent` too, and change `parent_id`: that one counts.
 */
const requestedParentId = (input: {
  parent_id?: number | null | undefined;
  parent?: number | null | undefined;
}) => (input.parent_id === undefined ? input.parent : input.parent_id);

export async function createCategory(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof CategoryInput>,
): Promise<CategoryRow> {
  requirePrivilege(viewer, categoryPrivileges(viewer, { role: null, parent_role: null }), 'create', 'tags');
  await lockCategories(tx);
  const parentId = requestedParentId(input) ?? null;
  const parent = parentId === null ? undefined : await requireParent(tx, parentId);
  const role = await resolveRoles(tx, input.role, parent);
  const slug = input.slug ? toSlug(input.slug) : await createUniqueSlug(tx, input.tag);
  const { tag, type, priority, color = null, icon, description = null } = input;
  const row = {
    tag,
    type,
    priority,
    color,
    description,
    parent_id: parentId,
    role,
    slug,
    ...omitUndefined({ icon }),
  };
  return requireCategory(tx, await mapConstraintErrors(constraintFaults, () => insertCategory(tx, row)));
}

/** Clients send the name along as slug with every save: a slug that only repeats an unchanged name asks for nothing. */
function resolveSlug(before: CategoryRow, tag: string, asked: string | null | undefined): string {
  if (!asked) return before.slug;
  const slug = toSlug(asked);
  return tag === before.tag && slug === toSlug(tag) ? before.slug : slug;
}

/** Changes what is given. Below a new parent it takes over that parent's roles, and its children take over its own. */
export async function updateCategory(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof CategoryChange>,
): Promise<CategoryRow> {
  // Asked before the lock too, which nobody else is to wait for.
  await categoryFor(tx, viewer, id, 'update');
  await lockCategories(tx);
  const before = await categoryFor(tx, viewer, id, 'update');
  const asked = requestedParentId(change);
  const parentId = asked === undefined ? before.parent_id : asked;
  const parent = parentId === null ? undefined : await requireParent(tx, parentId, before);
  const isNewParent = parent !== undefined && parent.id !== before.parent_id;
  const askedRole = isNewParent ? undefined : change.role;
  const role =
    askedRole === undefined && !parent ? before.role : await resolveRoles(tx, askedRole, parent, before.role);
  const { parent_id: _, parent: __, slug, ...rest } = change;
  await mapConstraintErrors(constraintFaults, () =>
    updateCategoryRow(tx, id, {
      ...omitUndefined(rest),
      parent_id: parentId,
      role,
      slug: resolveSlug(before, change.tag ?? before.tag, slug),
    }),
  );
  await passRoleToChildren(tx, id, role);
  return requireCategory(tx, id);
}

/** Its children move to the top level; surveys offer it no longer. */
export async function deleteCategory(tx: Tx, viewer: Viewer, id: number): Promise<CategoryRow> {
  await categoryFor(tx, viewer, id, 'delete');
  await lockCategories(tx);
  const category = await categoryFor(tx, viewer, id, 'delete');
  await withdrawCategory(tx, id);
  await deleteCategoryRow(tx, id);
  return category;
}
