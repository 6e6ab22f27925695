/**
 * Hides everything public: the deployment becomes private, by the same setting and the same checks as one that always was, and gets
 * its previous setting back afterwards.
 */
import type { Emergency } from '@waypost/contract/emergency/emergency';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { toApiDate, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  lockStoredGroup,
  mergeStoredGroup,
  readHiddenState,
  readSite,
  replaceHiddenState,
} from '../settings/settings.public.ts';
import { findUserNames } from '../users/users.public.ts';
import { emergencyPrivileges } from './emergency.rules.ts';

/** The state in the format of the API. */
export async function viewEmergency(tx: Tx, viewer: Viewer, urls: UrlBuilder): Promise<Emergency> {
  const state = await readHiddenState(tx);
  const names = await findUserNames(tx, [state?.userId ?? null]);
  return {
    hidden: state !== null,
    since: state && toApiDate(new Date(state.since)),
    user: state && urls.relation('users', state.userId),
    user_name: (state && names.get(state.userId)) ?? null,
    was_private: state?.wasPrivate ?? (await readSite(tx)).private,
    allowed_privileges: emergencyPrivileges(viewer),
  };
}

/** Hides everything public, or ends that. A repeated request changes nothing. */
export async function setHidden(tx: Tx, viewer: Viewer, hidden: boolean): Promise<void> {
  await lockStoredGroup(tx, 'site');
  const state = await readHiddenState(tx);
  if (hidden === (state !== null)) return;
  if (state === null) {
    const wasPrivate = (await readSite(tx)).private;
    await mergeStoredGroup(tx, 'site', { private: true });
    await replaceHiddenState(tx, { since: new Date().toISOString(), userId: viewer.id ?? 0, wasPrivate });
  } else {
    await mergeStoredGroup(tx, 'site', { private: state.wasPrivate });
    await replaceHiddenState(tx, null);
  }
  const action = hidden ? 'create' : 'delete';
  await recordChange(tx, viewer, { action, subject: 'emergency', id: 'hidden' });
}
