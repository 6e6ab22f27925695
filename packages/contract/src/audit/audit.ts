/** Who changed which role, permission, setting or account right, and when. An extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, Relation } from '../common/scalars.ts';

export const auditActions = ['create', 'update', 'delete'] as const;
/** What is watched, by API v3's names. */
export const auditSubjects = [
  'users',
  'roles',
  'config',
  'apikeys',
  'webhooks',
  'layers',
  'cleanups',
  'retention',
  'contacts',
  'exports',
] as const;

export const AuditEntry = z.object({
  id: IdOut,
  url: z.string(),
  /** Who did it; null when the server did. The account may be gone. */
  user: Relation.nullable(),
  /** What they are called now; null when they are gone, or have no name. */
  user_name: z.string().nullable(),
  at: ApiDate,
  action: z.enum(auditActions),
  subject: z.enum(auditSubjects),
  /** A number, or the name of a configuration group. */
  subject_id: z.string().nullable(),
  /** What the account or role is called now; null when it is gone, and for settings. */
  subject_name: z.string().nullable(),
  /** `changed`: names of what changed. Rights also say from what to what; other values are not kept. */
  details: z.record(z.string(), z.unknown()),
  allowed_privileges: Privileges,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = defineEndpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/audit',
  summary: 'Changes of rights and settings, the latest first; for administrators',
  scope: 'config',
  token: 'required',
  query: listQuery(['id']).extend({
    user: Id.optional(),
    subject: z.enum(auditSubjects).optional(),
    subject_id: z.string().optional(),
  }),
  response: listResponse(AuditEntry),
});
