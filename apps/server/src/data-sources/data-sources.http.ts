/** The addresses of data sources. */
import { describedAs, isProviderId, providerIds } from '@waypost/contract/data-providers';
import * as contract from '@waypost/contract/data-sources';
import type { GuardedFetch } from '../kernel/guarded-fetch.ts';
import { notFound } from '../kernel/problem.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Vault } from '../kernel/vault.ts';
import { listEnvelope } from '../kernel/wire.ts';
import type { PictureWorks } from '../media/media.public.ts';
import type { Carriers } from '../messages/messages.public.ts';
import { hasArrivals } from './arrivals.sql.ts';
import { viewDataProvider } from './data-sources.view.ts';
import { pollSource, pollSources, pollStarter, sourcePoller } from './poll-sources.ts';
import { readProviderStates } from './provider-states.ts';
import {
  lookAfterMessages,
  messageKeeper,
  messageSender,
  type Sending,
  sendMessages,
} from './send-messages.ts';
import { readSources } from './sources.sql.ts';
import { suggestedPlaces } from './suggested-places.ts';
import { arrivalTaker, takeInArrivals } from './take-in-arrivals.ts';

/** What only sends is no source, and listed to those alone who ask for all (wire 2.14). */
const listed = providerIds.filter((id) => describedAs(id).services.length > 0);

/** What data sources need of the rest of the server. */
interface Needs {
  vault: Vault;
  fetcher: GuardedFetch;
  works: PictureWorks;
  carriers: Carriers;
}

/** What of a message waits, comes and goes in the background. */
function mountWork({ db, jobs, app }: Mount, sending: Sending, { works, carriers }: Needs): void {
  const warn = (line: string) => app.log.warn(line);
  const { vault, tools } = sending;
  jobs.handle(takeInArrivals, arrivalTaker({ db, vault, carriers, warn }));
  jobs.watch(takeInArrivals, hasArrivals);
  jobs.handle(sendMessages, messageSender(sending));
  jobs.handle(lookAfterMessages, messageKeeper(sending));
  jobs.schedule(lookAfterMessages, '* * * * *');
  jobs.handle(pollSource, sourcePoller({ db, works, vault, carriers, tools }));
  jobs.handle(pollSources, pollStarter({ db, jobs, vault }));
  jobs.schedule(pollSources, '* * * * *');
}

export function mountDataSources(mount: Mount, needs: Needs): void {
  const { vault, fetcher, carriers } = needs;
  const { db, jobs, app, publicUrl } = mount;
  const tools = { fetcher, publicUrl, warn: (line: string) => app.log.warn(line) };
  mountWork(mount, { db, jobs, vault, tools }, needs);
  route(mount, contract.listDataProviders, async ({ tx, viewer, addresses, query }) => {
    const { type, all = false, limit, offset = 0 } = query;
    const found = (all ? providerIds : listed)
      .filter((id) => type === undefined || describedAs(id).services.includes(type))
      .filter((id) => all || describedAs(id).isOurs !== true);
    const page = found.slice(offset, limit === undefined ? undefined : offset + limit);
    const known = await readSources(tx);
    const states = await readProviderStates(tx, vault, carriers.outbox);
    const results = page.map((id) =>
      viewDataProvider(viewer, addresses, id, known.get(id), states.get(id) ?? 'off'),
    );
    return listEnvelope(addresses, '/dataproviders', query, { results, total: found.length });
  });
  route(mount, contract.readDataProvider, async ({ tx, viewer, addresses, params: { id } }) => {
    if (!isProviderId(id)) throw notFound('dataproviders', id);
    const states = await readProviderStates(tx, vault, carriers.outbox);
    return viewDataProvider(viewer, addresses, id, (await readSources(tx)).get(id), states.get(id) ?? 'off');
  });
  route(mount, contract.suggestPlaces, async ({ tx, viewer, params }) => {
    const results = await suggestedPlaces(tx, viewer, params.id);
    return { count: results.length, results };
  });
}
