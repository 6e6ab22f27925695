/** The addresses of categories. */
import * as contract from '@waypost/contract/categories';
import { sliceOf } from '../kernel/paging.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { isCategoryVisible } from './categories.rules.ts';
import { searchCategories } from './categories.sql.ts';
import { viewCategory } from './categories.view.ts';
import { orderCategories } from './order-categories.ts';
import { createCategory, deleteCategory, readableCategory, updateCategory } from './save-category.ts';

export function mountCategories(mount: Mount): void {
  route(mount, contract.listCategories, async ({ tx, viewer, addresses, query }) => {
    const matching = await searchCategories(tx, query);
    const visible = matching.filter((category) => isCategoryVisible(viewer, category));
    const { results, total } = sliceOf(visible, query);
    const categories = results.map((category) => viewCategory(viewer, addresses, category));
    return listEnvelope(addresses, '/tags', query, { results: categories, total });
  });
  route(mount, contract.readCategory, async ({ tx, viewer, addresses, params }) =>
    viewCategory(viewer, addresses, await readableCategory(tx, viewer, params.id)),
  );
  route(mount, contract.createCategory, async ({ tx, viewer, addresses, body }) =>
    viewCategory(viewer, addresses, await createCategory(tx, viewer, body)),
  );
  route(mount, contract.orderCategories, async ({ tx, viewer, addresses, body }) => {
    const rows = await orderCategories(tx, viewer, body.ids);
    const results = rows.map((row) => viewCategory(viewer, addresses, row));
    return listEnvelope(addresses, '/tags', { orderby: 'priority' }, { results, total: results.length });
  });
  route(mount, contract.updateCategory, async ({ tx, viewer, addresses, params, body }) =>
    viewCategory(viewer, addresses, await updateCategory(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteCategory, async ({ tx, viewer, addresses, params }) =>
    viewCategory(viewer, addresses, await deleteCategory(tx, viewer, params.id)),
  );
}
