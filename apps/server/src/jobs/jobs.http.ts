/** The endpoints of the job queue. */
import { limits } from '@waypost/contract/common/limits';
import { deleteJob, listJobs, retryJob } from '@waypost/contract/jobs/jobs';
import type { Tx } from '../kernel/db/database.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import {
  deleteFailedJob,
  findJob,
  type JobRow,
  restartFailedJob,
  searchJobs,
} from '../kernel/jobs/jobs.sql.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import { jobPrivileges } from './jobs.rules.ts';
import { viewJob } from './jobs.view.ts';

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Finds a job. @throws Problem 404 */
async function requireJob(tx: Tx, id: string): Promise<JobRow> {
  const row = uuidPattern.test(id) ? await findJob(tx, id) : undefined;
  if (!row) throw notFound('jobs', id);
  return row;
}

/** Mounts the endpoints. */
export function mountJobs(mount: MountContext): void {
  route(mount, listJobs, async ({ tx, viewer, urls, query }) => {
    requirePrivilege(viewer, jobPrivileges(viewer), 'search', 'jobs');
    const { group = 'failed', offset = 0 } = query;
    const limit = Math.min(query.limit ?? limits.jobPage.default, limits.jobPage.max);
    const { results, total } = await searchJobs(tx, group, { limit, offset });
    const jobs = results.map((row) => viewJob(viewer, urls, row));
    const defaults = { orderby: 'created', order: 'desc' as const };
    return listEnvelope(urls, '/jobs', { ...query, limit }, { results: jobs, total }, defaults);
  });
  route(mount, retryJob, async ({ tx, viewer, urls, params }) => {
    requirePrivilege(viewer, jobPrivileges(viewer), 'update', 'jobs');
    if (!(await restartFailedJob(tx, (await requireJob(tx, params.id)).id)))
      throw notFound('jobs', params.id);
    return viewJob(viewer, urls, await requireJob(tx, params.id));
  });
  route(mount, deleteJob, async ({ tx, viewer, urls, params, jobs }) => {
    requirePrivilege(viewer, jobPrivileges(viewer), 'delete', 'jobs');
    const row = await requireJob(tx, params.id);
    const isGone = (await deleteFailedJob(tx, row.id)) || (await jobs.cancel(tx, row, row.id));
    if (!isGone) throw notFound('jobs', params.id);
    return viewJob(viewer, urls, row);
  });
}
