/** API format of categories. */
import type { Category } from '@waypost/contract/categories/categories';
import { toApiDate, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { categoryPrivileges } from './categories.rules.ts';
import type { CategoryRow } from './categories.sql.ts';

/** A category. */
export const viewCategory = (viewer: Viewer, urls: UrlBuilder, category: CategoryRow): Category => ({
  id: category.id,
  url: urls.entity('tags', category.id),
  ...urls.ownerField('parent', 'tags', category.parent_id),
  tag: category.tag,
  slug: category.slug,
  type: category.type,
  color: category.color,
  icon: category.icon,
  description: category.description,
  priority: category.priority,
  created: toApiDate(category.created),
  role: category.role,
  children: category.children.map((id) => urls.relation('tags', id)),
  allowed_privileges: categoryPrivileges(viewer, category),
});
