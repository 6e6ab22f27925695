/** Jobs as they leave the server: what is done and how it stands, never for whom or with what. */
import type { Job } from '@waypost/contract/jobs';
import { z } from 'zod';
import type { JobRow, JobState } from '../kernel/jobs/tables.sql.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { jobPrivileges } from './jobs.rules.ts';

const states: Record<JobState, Job['state']> = {
  created: 'waiting',
  retry: 'retrying',
  active: 'running',
  completed: 'done',
  cancelled: 'cancelled',
  failed: 'failed',
};

/** What our handlers leave behind, and what the queue itself says of a process that fell silent or took too long. */
const Output = z.object({
  fault: z.object({ message: z.string(), code: z.string().nullable() }).optional().catch(undefined),
  progress: z.object({ done: z.number(), total: z.number().nullable() }).optional().catch(undefined),
  value: z.object({ message: z.string() }).optional().catch(undefined),
});

export function viewJob(viewer: Viewer, addresses: Addresses, row: JobRow): Job {
  const { fault, progress, value } = Output.safeParse(row.output).data ?? {};
  return {
    id: row.id,
    url: addresses.entity('jobs', row.id),
    name: row.name,
    state: row.state === 'retry' && row.output === null ? 'waiting' : states[row.state],
    attempts: row.attempts,
    attempts_allowed: row.most,
    fault: fault ?? (value ? { message: value.message, code: null } : null),
    progress: progress ?? null,
    created: wireDate(row.created),
    started: wireDateOrNull(row.started),
    ended: wireDateOrNull(row.ended),
    due: wireDate(row.due),
    allowed_privileges: jobPrivileges(viewer),
  };
}
