/** Ends every access that was granted: for a stolen device, a leaked key, or an account in somebody else's hands. */
import type { EndedAccess } from '@waypost/contract/emergency/emergency';
import { deleteAllApiKeys } from '../api-keys/api-keys.public.ts';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { replaceFileUrlKey } from '../settings/settings.public.ts';
import { deleteAllSessions, revokeOpenInvitations } from '../users/users.public.ts';

/**
 * Ends all sessions, the caller's too, deletes API keys, open invitations and links that reset a password, and makes signed file
 * URLs invalid. Passwords stay, and so do the secrets of gateways and webhooks, which are set at their providers.
 */
export async function endAllAccess(tx: Tx, viewer: Viewer): Promise<EndedAccess> {
  const ended = {
    sessions: await deleteAllSessions(tx),
    api_keys: await deleteAllApiKeys(tx),
    invitations: await revokeOpenInvitations(tx),
  };
  await replaceFileUrlKey(tx);
  await recordChange(tx, viewer, { action: 'update', subject: 'emergency', id: 'access' });
  return ended;
}
