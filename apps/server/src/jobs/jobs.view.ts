/** Jobs in the format of the API: kind and state, never payloads or people. */
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

/** `fault` and `progress` are of our handlers; `value` is of the library, for a job that was abandoned or timed out. */
const JobOutput = z.object({
  fault: z.object({ message: z.string(), code: z.string().nullable() }).optional().catch(undefined),
  progress: z.object({ done: z.number(), total: z.number().nullable() }).optional().catch(undefined),
  value: z.object({ message: z.string() }).optional().catch(undefined),
});

/** The API representation of a job. */
export function viewJob(viewer: Viewer, urls: UrlBuilder, row: JobRow): Job {
  const { fault, progress, value } = JobOutput.safeParse(row.output).data ?? {};
  return {
    id: row.id,
    url: urls.entity('jobs', row.id),
    name: row.name,
    state: row.state === 'retry' && row.output === null ? 'waiting' : apiStates[row.state],
    attempts: row.attempts,
    attempts_allowed: row.maxAttempts,
    fault: fault ?? (value ? { message: value.message, code: null } : null),
    progress: progress ?? null,
    created: toApiDate(row.createdAt),
    started: toApiDateOrNull(row.startedAt),
    ended: toApiDateOrNull(row.endedAt),
    due: toApiDate(row.dueAt),
    allowed_privileges: jobPrivileges(viewer),
  };
}
