/** HTTP routes of bulk changes (API v3 §2.25); registers their jobs. */
import * as contract from '@waypost/contract/bulk-changes/bulk-changes';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import { type MountContext, type RequestContext, route } from '../kernel/http/route.ts';
import { findUserNames } from '../users/users.public.ts';
import { findBulkChange, searchBulkChanges, searchFailedPosts } from './bulk-changes.sql.ts';
import { accountsOfFaults, viewBulkChange, viewFailure } from './bulk-changes.view.ts';
import { createBulkChange, resource } from './create-bulk-change.ts';
import { stopBulkChange, undoBulkChange } from './end-bulk-change.ts';
import { findUndoableChanges } from './find-undoable-changes.ts';
import { createBulkChangeMaintenance, maintainBulkChangesJob } from './maintain-bulk-changes.ts';
import { createBulkChangeRunner, runBulkChangeJob } from './run-bulk-change.ts';

type ViewRequest = Pick<RequestContext<Endpoint>, 'tx' | 'viewer' | 'urls'>;

async function viewById({ tx, viewer, urls }: ViewRequest, id: number) {
  const row = await findBulkChange(tx, viewer, id);
  if (!row) throw notFound(resource, id);
  const undoable = await findUndoableChanges(tx, viewer, [row]);
  return viewBulkChange(urls, row, undoable.has(id));
}

/** Mounts the routes of bulk changes, and registers and schedules their jobs. */
export function mountBulkChanges(mount: MountContext): void {
  const { db, jobs, readDeploymentState } = mount;
  jobs.register(runBulkChangeJob, createBulkChangeRunner({ db, jobs, readDeploymentState }));
  jobs.register(maintainBulkChangesJob, createBulkChangeMaintenance(db, jobs));
  jobs.schedule(maintainBulkChangesJob, '47 * * * *');

  route(mount, contract.listBulkChanges, async ({ tx, viewer, urls, query }) => {
    const { user, limit, offset, order } = query;
    const userId = user === 'me' ? (viewer.id ?? 0) : user;
    const search = { limit, offset, order, ...(userId === undefined ? {} : { userId }) };
    const { results, total } = await searchBulkChanges(tx, viewer, search);
    const undoable = await findUndoableChanges(tx, viewer, results);
    const changes = results.map((row) => viewBulkChange(urls, row, undoable.has(row.id)));
    return listEnvelope(urls, '/bulk-changes', query, { results: changes, total });
  });
  route(mount, contract.createBulkChange, async (context) =>
    viewById(context, await createBulkChange(context.tx, context.viewer, jobs, context.body)),
  );
  route(mount, contract.readBulkChange, (context) => viewById(context, context.params.id));
  route(mount, contract.listBulkFailures, async ({ tx, viewer, urls, params, query }) => {
    const row = await findBulkChange(tx, viewer, params.id);
    if (!row) throw notFound(resource, params.id);
    const isUndo = row.state === 'undoing' || row.state === 'undone';
    const failures = await searchFailedPosts(tx, viewer, row.id, isUndo ? 'kept' : 'failed', query);
    const accountIds = failures.results.flatMap(({ faults }) => accountsOfFaults(faults ?? []));
    const names = await findUserNames(tx, accountIds);
    const results = failures.results.map((failure) => viewFailure(viewer, failure, names));
    return listEnvelope(urls, `/bulk-changes/${row.id}/failures`, query, { results, total: failures.total });
  });
  route(mount, contract.stopBulkChange, async (context) => {
    await stopBulkChange(context.tx, context.viewer, context.params.id);
    return viewById(context, context.params.id);
  });
  route(mount, contract.undoBulkChange, async (context) => {
    await undoBulkChange(context.tx, context.viewer, jobs, context.params.id);
    return viewById(context, context.params.id);
  });
}
