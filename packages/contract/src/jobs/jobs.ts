/** Work that nobody waits for: what of it failed, is under way, or waits. An extension of API v3, for administrators. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate } from '../common/scalars.ts';

/** `failed`: for good. `running`: under way, or to be tried again. `waiting`: not begun yet. */
export const jobGroups = ['failed', 'running', 'waiting'] as const;
export type JobGroup = (typeof jobGroups)[number];

export const Job = z.object({
  id: z.string(),
  url: z.string(),
  /** What is done: `deliver-mail`. */
  name: z.string(),
  state: z.enum(['waiting', 'running', 'retrying', 'done', 'cancelled', 'failed']),
  /** How often it was begun, and how often it may be in all. */
  attempts: z.number().int(),
  attempts_allowed: z.number().int(),
  /** Why the last attempt failed, without anything that people wrote. */
  fault: z.object({ message: z.string(), code: z.string().nullable() }).nullable(),
  /** How far it is; `total` is null where nobody knows. */
  progress: z.object({ done: z.number(), total: z.number().nullable() }).nullable(),
  created: ApiDate,
  started: ApiDate.nullable(),
  ended: ApiDate.nullable(),
  /** When it is begun, or tried again. */
  due: ApiDate,
  allowed_privileges: Privileges,
});
export type Job = z.infer<typeof Job>;

const jobParams = z.object({ id: z.string().max(64) });

export const listJobs = defineEndpoint({
  name: 'listJobs',
  method: 'GET',
  path: '/jobs',
  summary: 'Work that nobody waits for, by how it stands, the latest first; for administrators',
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
  summary: 'Begins a job that failed anew',
  scope: 'config',
  params: jobParams,
  response: Job,
});

export const deleteJob = defineEndpoint({
  name: 'deleteJob',
  method: 'DELETE',
  path: '/jobs/{id}',
  summary: 'Forgets a job that failed, or calls off one that has not ended; answers it as it was',
  scope: 'config',
  params: jobParams,
  response: Job,
});
