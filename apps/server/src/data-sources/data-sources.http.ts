/** The addresses of data sources. */
import { describedAs, isProviderId, providerIds } from '@waypost/contract/data-providers';
import * as contract from '@waypost/contract/data-sources';
import { notFound } from '../kernel/problem.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { viewDataProvider } from './data-sources.view.ts';

/** What only sends is no source, and listed nowhere (wire 2.14). */
const listed = providerIds.filter((id) => describedAs(id).services.length > 0);

export function mountDataSources(mount: Mount): void {
  route(mount, contract.listDataProviders, async ({ addresses, query }) => {
    const { type, all = false, limit, offset = 0 } = query;
    const found = listed
      .filter((id) => type === undefined || describedAs(id).services.includes(type))
      .filter((id) => all || describedAs(id).isOurs !== true);
    const page = found.slice(offset, limit === undefined ? undefined : offset + limit);
    const results = page.map((id) => viewDataProvider(addresses, id));
    return listEnvelope(addresses, '/dataproviders', query, { results, total: found.length });
  });
  route(mount, contract.readDataProvider, async ({ addresses, params: { id } }) => {
    if (!isProviderId(id) || !listed.includes(id)) throw notFound('dataproviders', id);
    return viewDataProvider(addresses, id);
  });
}
