/** The addresses of the queue of jobs. */
import { deleteJob, listJobs, retryJob } from '@waypost/contract/jobs';
import { limits } from '@waypost/contract/limits';
import type { Tx } from '../kernel/db.ts';
import { discardJob, findJob, type JobRow, reviveJob, searchJobs } from '../kernel/jobs/tables.sql.ts';
import { notFound } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { jobPrivileges } from './jobs.rules.ts';
import { viewJob } from './jobs.view.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** @throws 404 */
async function jobOf(tx: Tx, id: string): Promise<JobRow> {
  const row = uuid.test(id) ? await findJob(tx, id) : undefined;
  if (!row) throw notFound('jobs', id);
  return row;
}

export function mountJobs(mount: Mount): void {
  route(mount, listJobs, async ({ tx, viewer, addresses, query }) => {
    require(viewer, jobPrivileges(viewer), 'search', 'jobs');
    const { group = 'failed', offset = 0 } = query;
    const limit = Math.min(query.limit ?? limits.jobPage.usual, limits.jobPage.most);
    const { results, total } = await searchJobs(tx, group, { limit, offset });
    const jobs = results.map((row) => viewJob(viewer, addresses, row));
    const usual = { orderby: 'created', order: 'desc' as const };
    return listEnvelope(addresses, '/jobs', { ...query, limit }, { results: jobs, total }, usual);
  });
  route(mount, retryJob, async ({ tx, viewer, addresses, params }) => {
    require(viewer, jobPrivileges(viewer), 'update', 'jobs');
    if (!(await reviveJob(tx, (await jobOf(tx, params.id)).id))) throw notFound('jobs', params.id);
    return viewJob(viewer, addresses, await jobOf(tx, params.id));
  });
  route(mount, deleteJob, async ({ tx, viewer, addresses, params, jobs }) => {
    require(viewer, jobPrivileges(viewer), 'delete', 'jobs');
    const row = await jobOf(tx, params.id);
    const isGone = (await discardJob(tx, row.id)) || (await jobs.cancel(tx, row, row.id));
    if (!isGone) throw notFound('jobs', params.id);
    return viewJob(viewer, addresses, row);
  });
}
