/**
 * The audit log: who changed which role, permission, setting or right of an account, and when. An extension of API
 * v3.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, Relation } from '../common/scalars.ts';
import { auditSubjects } from './audit-subjects.ts';

/** `view`: somebody looked at personal data. */
export const auditActions = ['create', 'update', 'delete', 'view'] as const;
/** One entry of the audit log. */
export const AuditEntry = z.object({
  id: IdOut,
  url: z.string(),
  /** Who made the change; null for the server itself. The account may be deleted. */
  user: Relation.nullable(),
  /** Their current name; null if they were deleted or have no name. */
  user_name: z.string().nullable(),
  at: ApiDate,
  action: z.enum(auditActions),
  subject: z.enum(auditSubjects),
  /** An id, or the name of a configuration group. */
  subject_id: z.string().nullable(),
  /** The current name, or the name under which it was deleted; null for deleted accounts and for settings. */
  subject_name: z.string().nullable(),
  /** False when the subject was deleted. Absent from older servers. */
  subject_exists: z.boolean().optional(),
  /**
   * `changed`: names of the changed fields. Rights also have their values before and after; other values are not
   * stored.
   */
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
    action: z.enum(auditActions).optional(),
    subject: z.enum(auditSubjects).optional(),
    subject_id: z.string().optional(),
  }),
  response: listResponse(AuditEntry),
});
