/**
 * Measures for an emergency, for administrators: one hides everything public, one ends every access that was granted. Extensions of
 * API v3.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, FilledBooleanIn, Relation } from '../common/scalars.ts';

/** Whether everything public is hidden. */
export const Emergency = z.object({
  hidden: z.boolean(),
  /** When and by whom; null while nothing is hidden by this switch. */
  since: ApiDate.nullable(),
  user: Relation.nullable(),
  /** Their current name; null if they were deleted or have no name. */
  user_name: z.string().nullable(),
  /** Whether the deployment was private before, and stays private when this ends. */
  was_private: z.boolean(),
  /** `update`: hide and show; `delete`: end all access. */
  allowed_privileges: Privileges,
});
export type Emergency = z.infer<typeof Emergency>;

/** No permission gives this right. */
const forAdministrators = { scope: 'config', token: 'required', needs: [] } as const;

export const readEmergency = defineEndpoint({
  name: 'readEmergency',
  method: 'GET',
  path: '/emergency',
  summary: 'Whether everything public is hidden',
  ...forAdministrators,
  response: Emergency,
});

export const updateEmergency = defineEndpoint({
  name: 'updateEmergency',
  method: 'PUT',
  path: '/emergency',
  summary: 'Hide everything public at once, or show it again',
  ...forAdministrators,
  body: z.object({ hidden: FilledBooleanIn }),
  response: Emergency,
});

/** How much access was ended. */
export const EndedAccess = z.object({
  /** Logins of all accounts, that of the caller included. */
  sessions: z.number().int(),
  api_keys: z.number().int(),
  /** Invitations that could still be accepted. */
  invitations: z.number().int(),
});
export type EndedAccess = z.infer<typeof EndedAccess>;

export const endAllAccess = defineEndpoint({
  name: 'endAllAccess',
  method: 'POST',
  path: '/emergency/end-access',
  summary:
    'Log everybody out, delete API keys and open invitations, and make signed addresses of files invalid',
  ...forAdministrators,
  /** What is ended cannot be restored, so the request says that it is meant. */
  body: z.object({ confirmed: z.literal(true) }),
  response: EndedAccess,
});
