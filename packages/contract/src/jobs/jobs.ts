/** Background jobs: failed, running and waiting. An extension of API v3, for administrators. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate } from '../common/scalars.ts';

/** `failed`: permanently. `running`: running, or to be retried. `waiting`: not started yet. */
export const jobGroups = ['failed', 'running', 'waiting'] as const;
/** The group of a job by its state. */
export type JobGroup = (typeof jobGroups)[number];

/** A background job as the API returns it. */
export const Job = z.object({
  id: z.string(),
  url: z.string(),
  /** The name of the job: `deliver-mail`. */
  name: z.string(),
  state: z.enum(['waiting', 'running', 'retrying', 'done', 'cancelled', 'failed']),
  /** Attempts so far, and maximum attempts. */
  attempts: z.number().int(),
  attempts_allowed: z.number().int(),
  /** Why the last attempt failed, without any text of users. */
  fault: z.object({ message: z.string(), code: z.string().nullable() }).nullable(),
  /** Progress; `total` is null if it is unknown. */
  progress: z.object({ done: z.number(), total: z.number().nullable() }).nullable(),
  created: ApiDate,
  started: ApiDate.nullable(),
  ended: ApiDate.nullable(),
  /** When the next attempt starts. */
  due: ApiDate,
  allowed_privileges: Privileges,
});
export type Job = z.infer<typeof Job>;

const jobParams = z.object({ id: z.string().max(64) });

export const listJobs = defineEndpoint({
  name: 'listJobs',
  method: 'GET',
  path: '/jobs',
  summary: 'Background jobs by state, the latest first; for administrators',
  scope: 'config',
  token: 'required',
  query: listQuery(['created'])
    .omit({ order: true })
    .extend({ group: z.enum(jobGroups).optional() }),
  response: listResponse(Job),
});

export const retryJob = defineEndpoint({
  name: 'retryJob',
  method: 'POST',
  path: '/jobs/{id}/retry',
  summary: 'Retry a failed job',
  scope: 'config',
  params: jobParams,
  response: Job,
});

export const deleteJob = defineEndpoint({
  name: 'deleteJob',
  method: 'DELETE',
  path: '/jobs/{id}',
  summary: 'Delete a failed job, or cancel one that has not finished; returns the job',
  scope: 'config',
  params: jobParams,
  response: Job,
});
