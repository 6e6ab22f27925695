/** HTTP routes of categories (API v3 §2.5). */
import * as contract from '@waypost/contract/categories/categories';
import { slicePage } from '../kernel/db/paging.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { isCategoryVisible } from './categories.rules.ts';
import { searchCategories } from './categories.sql.ts';
import { viewCategory } from './categories.view.ts';
import { createCategories } from './create-categories.ts';
import { mergeCategory } from './merge-category.ts';
import { orderCategories } from './order-categories.ts';
import { createCategory, deleteCategory, requireReadableCategory, updateCategory } from './save-category.ts';

/** Mounts the routes of categories. */
export function mountCategories(mount: MountContext): void {
  route(mount, contract.listCategories, async ({ tx, viewer, urls, query }) => {
    const matching = await searchCategories(tx, query);
    const visible = matching.filter((category) => isCategoryVisible(viewer, category));
    const { results, total } = slicePage(visible, query);
    const categories = results.map((category) => viewCategory(viewer, urls, category));
    return listEnvelope(urls, '/tags', query, { results: categories, total });
  });
  route(mount, contract.readCategory, async ({ tx, viewer, urls, params }) =>
    viewCategory(viewer, urls, await requireReadableCategory(tx, viewer, params.id)),
  );
  route(mount, contract.createCategory, async ({ tx, viewer, urls, body }) =>
    viewCategory(viewer, urls, await createCategory(tx, viewer, body)),
  );
  route(mount, contract.orderCategories, async ({ tx, viewer, urls, body }) => {
    const rows = await orderCategories(tx, viewer, body.ids);
    const results = rows.map((row) => viewCategory(viewer, urls, row));
    return listEnvelope(urls, '/tags', { orderby: 'priority' }, { results, total: results.length });
  });
  route(mount, contract.createCategories, async ({ tx, viewer, urls, body }) => {
    const rows = await createCategories(tx, viewer, body);
    const results = rows.map((row) => viewCategory(viewer, urls, row));
    return listEnvelope(urls, '/tags', { orderby: 'id' }, { results, total: results.length });
  });
  route(mount, contract.mergeCategory, async ({ tx, viewer, urls, params, body }) =>
    viewCategory(viewer, urls, await mergeCategory(tx, viewer, params.id, () => body.into)),
  );
  route(mount, contract.updateCategory, async ({ tx, viewer, urls, params, body }) =>
    viewCategory(viewer, urls, await updateCategory(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteCategory, async ({ tx, viewer, urls, params }) =>
    viewCategory(viewer, urls, await deleteCategory(tx, viewer, params.id)),
  );
}
