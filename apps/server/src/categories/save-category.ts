/** Creates, updates and deletes categories (API v3 §2.5, spec 3 §4). */
import { CategoryChange, CategoryInput } from '@waypost/contract/categories/categories';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { requireFieldSizesWithinLimits } from '../kernel/http/field-sizes.ts';
import { mapConstraintErrors, notFound, validationError } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { requirePrivilege, requireVisible } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { toSlug } from '../kernel/slug.ts';
import { removeCategoryFromOptions } from '../surveys/surveys.public.ts';
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
import { toCategorySlug } from './slugs.ts';

const constraintFaults = { categories_slug_unique: () => validationError('tags', 'slug', 'taken') };

async function requireCategory(tx: Tx, id: number): Promise<CategoryRow> {
  const category = await findCategory(tx, id);
  if (!category) throw notFound('tags', id);
  return category;
}

/**
 * A category for which the viewer has a privilege.
 * @throws Problem 404 when it does not exist or is not visible; 401 or 403 when the viewer may only see it
 */
export async function readAuthorizedCategory(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<CategoryRow> {
  const category = await requireCategory(tx, id);
  requireVisible(viewer, categoryPrivileges(viewer, category), privilege, 'tags', id);
  return category;
}

/**
 * A category that the viewer may see. That a number is taken is no secret from accounts, and existing clients expect a refusal
 * (docs/decisions/0048).
 * @throws Problem 404 when it does not exist, and for callers without an account when it is not visible; 403 for accounts
 */
export async function requireReadableCategory(tx: Tx, viewer: Viewer, id: number): Promise<CategoryRow> {
  if (viewer.id === null) return readAuthorizedCategory(tx, viewer, id, 'read');
  const category = await requireCategory(tx, id);
  requirePrivilege(viewer, categoryPrivileges(viewer, category), 'read', 'tags', id);
  return category;
}

/**
 * The id of the requested parent: null means the top level, undefined no change. Clients send the whole category back with
 * its old `parent`, and change `parent_id`, which takes precedence.
 */
const requestedParentId = (input: {
  parent_id?: number | null | undefined;
  parent?: number | null | undefined;
}) => (input.parent_id === undefined ? input.parent : input.parent_id);

/** Creates a category. @throws ValidationError with the invalid field */
export async function createCategory(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof CategoryInput>,
): Promise<CategoryRow> {
  requirePrivilege(viewer, categoryPrivileges(viewer, { role: null, parent_role: null }), 'create', 'tags');
  requireFieldSizesWithinLimits('tags', CategoryInput, input);
  await lockCategories(tx);
  const parentId = requestedParentId(input) ?? null;
  const parent = parentId === null ? undefined : await requireParent(tx, parentId);
  const role = await resolveRoles(tx, input.role, parent);
  // A slug that is taken is refused, also one that was made of the name: scripts find out so whether a category exists.
  const slug = await toCategorySlug(tx, input.slug || input.tag);
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

/** The new slug. Clients send the name as slug with every save: it is ignored if the name is unchanged. */
async function resolveSlug(
  tx: Tx,
  before: CategoryRow,
  tag: string,
  requestedSlug: string | null | undefined,
): Promise<string> {
  if (!requestedSlug) return before.slug;
  const isName = tag === before.tag && toSlug(requestedSlug) === toSlug(tag);
  return isName ? before.slug : toCategorySlug(tx, requestedSlug);
}

/** Updates the fields that are present. A category gets the roles of a new parent, and its children get its roles. */
export async function updateCategory(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: z.output<typeof CategoryChange>,
): Promise<CategoryRow> {
  // Checked before the lock too, so that requests without the privilege do not wait for it.
  await readAuthorizedCategory(tx, viewer, id, 'update');
  await lockCategories(tx);
  const before = await readAuthorizedCategory(tx, viewer, id, 'update');
  requireFieldSizesWithinLimits('tags', CategoryChange, change, { ...before });
  const newParentId = requestedParentId(change);
  const parentId = newParentId === undefined ? before.parent_id : newParentId;
  const parent = parentId === null ? undefined : await requireParent(tx, parentId, before);
  const isNewParent = parent !== undefined && parent.id !== before.parent_id;
  const requestedRoles = isNewParent ? undefined : change.role;
  const role =
    requestedRoles === undefined && !parent
      ? before.role
      : await resolveRoles(tx, requestedRoles, parent, before.role);
  const { parent_id: _, parent: __, slug, ...rest } = change;
  const newSlug = await resolveSlug(tx, before, change.tag ?? before.tag, slug);
  await mapConstraintErrors(constraintFaults, () =>
    updateCategoryRow(tx, id, { ...omitUndefined(rest), parent_id: parentId, role, slug: newSlug }),
  );
  await passRoleToChildren(tx, id, role);
  if (parentId !== before.parent_id) {
    const oldParent = before.parent_id === null ? undefined : await findCategory(tx, before.parent_id);
    const details = { parent: { from: oldParent?.tag ?? '', to: parent?.tag ?? '' } };
    await recordChange(tx, viewer, { action: 'update', subject: 'tags', id, details });
  }
  return requireCategory(tx, id);
}

/** Deletes a category. Its children move to the top level, and it is removed from the options of surveys. */
export async function deleteCategory(tx: Tx, viewer: Viewer, id: number): Promise<CategoryRow> {
  await readAuthorizedCategory(tx, viewer, id, 'delete');
  await lockCategories(tx);
  const category = await readAuthorizedCategory(tx, viewer, id, 'delete');
  await removeCategoryFromOptions(tx, id);
  await deleteCategoryRow(tx, id);
  await recordChange(tx, viewer, { action: 'delete', subject: 'tags', id, name: category.tag });
  return category;
}
