/** Categories as they leave the server. */
import type { Category } from '@waypost/contract/categories';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate } from '../kernel/wire.ts';
import { categoryPrivileges } from './categories.rules.ts';
import type { CategoryRow } from './categories.sql.ts';

export const viewCategory = (viewer: Viewer, addresses: Addresses, category: CategoryRow): Category => ({
  id: category.id,
  url: addresses.entity('tags', category.id),
  ...addresses.ownerKey('parent', 'tags', category.parent_id),
  tag: category.tag,
  slug: category.slug,
  type: category.type,
  color: category.color,
  icon: category.icon,
  description: category.description,
  priority: category.priority,
  created: wireDate(category.created),
  role: category.role,
  children: category.children.map((id) => addresses.relation('tags', id)),
  allowed_privileges: categoryPrivileges(viewer, category),
});
