/** HTTP endpoints of data sources. */

import { describeProvider, isProviderId, providerIds } from '@waypost/contract/data-sources/data-providers';
import * as contract from '@waypost/contract/data-sources/data-sources';
import { requireChannelTest } from '../channels/channels.public.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import { DeferredResponse } from '../kernel/http/responses.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { PictureDependencies } from '../media/media.public.ts';
import type { MessageTransports } from '../messages/messages.public.ts';
import { viewDataProvider } from './data-sources.view.ts';
import { hasQueuedMessages } from './incoming/incoming-queue.sql.ts';
import {
  createPollScheduler,
  createSourcePoller,
  hasPolledSources,
  pollSource,
  pollSources,
} from './incoming/poll-sources.ts';
import { createQueueProcessor, processIncomingQueue } from './incoming/process-incoming-queue.ts';
import { suggestPlaces, suggestPlacesForText } from './incoming/suggest-places.ts';
import { hasMessagesToMaintain } from './outgoing/outgoing-messages.sql.ts';
import {
  createMessageMaintainer,
  createMessageSender,
  maintainMessages,
  type SendingDependencies,
  sendMessages,
} from './outgoing/send-messages.ts';
import { loadProviderFacts } from './provider-states.ts';
import { prepareTest } from './test-source.ts';

/** Providers that only send are no sources: they are listed only with `all` (API v3 §2.14). */
const listedProviderIds = providerIds.filter((id) => describeProvider(id).services.length > 0);

/** What data sources need from other domains. */
interface DataSourceDependencies {
  secretBox: SecretBox;
  fetcher: GuardedFetch;
  pictureStorage: PictureDependencies;
  transports: MessageTransports;
}

/** Registers the jobs that poll sources and process incoming and outgoing messages. */
function mountJobs(
  { db, jobs, app }: MountContext,
  sending: SendingDependencies,
  { pictureStorage, transports }: DataSourceDependencies,
): void {
  const warn = (line: string) => app.log.warn(line);
  const { secretBox, tools } = sending;
  jobs.register(processIncomingQueue, createQueueProcessor({ db, secretBox, transports, warn }));
  jobs.watch(processIncomingQueue, hasQueuedMessages);
  jobs.register(sendMessages, createMessageSender(sending));
  jobs.register(maintainMessages, createMessageMaintainer(sending));
  jobs.watchEachMinute(maintainMessages, hasMessagesToMaintain);
  jobs.register(pollSource, createSourcePoller({ db, pictureStorage, secretBox, transports, tools }));
  jobs.register(pollSources, createPollScheduler({ db, jobs, secretBox }));
  jobs.watchEachMinute(pollSources, (tx) => hasPolledSources(tx, secretBox));
}

/** Mounts endpoints and jobs of data sources, except the callbacks of gateways. */
export function mountDataSources(mount: MountContext, dependencies: DataSourceDependencies): void {
  const { secretBox, fetcher, transports } = dependencies;
  const { db, jobs, app, publicUrl } = mount;
  const tools = { fetcher, publicUrl, warn: (line: string) => app.log.warn(line) };
  mountJobs(mount, { db, jobs, secretBox, tools }, dependencies);
  route(mount, contract.listDataProviders, async ({ tx, viewer, urls, query }) => {
    const { type, all = false, limit, offset = 0 } = query;
    const ids = (all ? providerIds : listedProviderIds)
      .filter((id) => type === undefined || describeProvider(id).services.includes(type))
      .filter((id) => all || describeProvider(id).isExtension !== true);
    const page = ids.slice(offset, limit === undefined ? undefined : offset + limit);
    const readFacts = await loadProviderFacts(tx, secretBox, transports.outbox);
    const results = page.map((id) => viewDataProvider(viewer, urls, id, readFacts(id)));
    return listEnvelope(urls, '/dataproviders', query, { results, total: ids.length });
  });
  route(mount, contract.readDataProvider, async ({ tx, viewer, urls, params: { id } }) => {
    if (!isProviderId(id)) throw notFound('dataproviders', id);
    const readFacts = await loadProviderFacts(tx, secretBox, transports.outbox);
    return viewDataProvider(viewer, urls, id, readFacts(id));
  });
  route(mount, contract.testDataProvider, async ({ tx, viewer, params: { id }, body }) => {
    if (!isProviderId(id)) throw notFound('dataproviders', id);
    const runTest = await prepareTest(tx, viewer, id, body, {
      db,
      secretBox,
      outbox: transports.outbox,
      tools,
    });
    // The other side may be slow: it is asked after the transaction.
    return new DeferredResponse(async () => {
      await requireChannelTest(db, viewer);
      return runTest();
    });
  });
  route(mount, contract.suggestPlaces, async ({ tx, viewer, params }) => {
    const results = await suggestPlaces(tx, viewer, params.id);
    return { count: results.length, results };
  });
  route(mount, contract.suggestPlacesForText, async ({ tx, body }) => {
    const results = await suggestPlacesForText(tx, body.text);
    return { count: results.length, results };
  });
}
