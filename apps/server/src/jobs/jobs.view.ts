/** Jobs as they leave the server: what is done and how it stands, never for whom or with what. */
import type { Job } from '@waypost/contract/jobs/jobs';
import { z } from 'zod';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { JobRow, JobState } from '../kernel/jobs/jobs.sql.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { jobPrivileges } from './jobs.rules.ts';

const apiStates: Record<JobState, Job['state']> = {
  created: 'waiting',
  retry: 'retrying',
  active: 'running',
  completed: 'done',
  cancelled: 'cancelled',
  failed: 'failed',
};

/** What our handlers leave behind, and what the queue itself says of a process that fell silent or took too long. */
const JobOutput = z.object({
  fault: z.object({ message: z.string(), code: z.string().nullable() }).optional().catch(undefined),
  progress: z.object({ done: z.number(), total: z.number().nullable() }).optional().catch(undefined),
  value: z.object({ message: z.string() }).optional().catch(undefined),
});

export function viewJob(viewer: Viewer, urls: UrlBuilder, row: JobRow): Job {
  const { fault, progress, value } = JobOutput.safeParse(row.output).data ?? {};
  return {
    id: row.id,
    url: urls.entity('jobs', row.id),
    name: row.name,
    state: row.state === 'retry' && row.output === null ? 'waiting' : apiStates[row.state],
    attempts: row.attempts,
    attempts_allowed: row.most,
    fault: fault ?? (value ? { message: value.message, code: null } : null),
    progress: progress ?? null,
    created: toApiDate(row.created),
    started: toApiDateOrNull(row.started),
    ended: toApiDateOrNull(row.ended),
    due: toApiDate(row.due),
    allowed_privileges: jobPrivileges(viewer),
  };
}
