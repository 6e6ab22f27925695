/** Updates the service worker, the keys and the caches when the session changes. */
import { getScreenOwner, onSessionChange } from '../../api/session.ts';
import { getValidToken, storedToken } from '../../api/tokens.ts';
import {
  deleteCachesOfOthers,
  getCacheOwner,
  hashToken,
  visitorOwner,
  type WorkerMessage,
} from './cache-names.ts';
import { deleteKeysOfOthers, prepareKey } from './device-encryption.ts';
import { deleteSavedAreasOfOthers } from './saved-areas.ts';
import { sendNow } from './send-reports.ts';
import { notifyReportsChange } from './stored-reports.ts';

const hasCacheStorage = (): boolean => typeof caches !== 'undefined';

/** Sends a message to the active worker; does nothing in browsers without service workers. */
export async function postToServiceWorker(message: WorkerMessage): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is given no origin
  active?.postMessage(message);
}

/**
 * The hash of the token by which the owner's requests are recognized; null while somebody logs in: the token is stored before it is known
 * whose it is, and what it gets must not be stored for visitors.
 */
async function markOf(owner: string): Promise<string | null> {
  const token = getValidToken();
  if (!token || (token.grant === 'password') !== (owner !== visitorOwner)) return null;
  return hashToken(token.accessToken);
}

async function syncSession(): Promise<void> {
  const owner = getCacheOwner(getScreenOwner()?.id);
  // Deletion first, independent of the rest.
  await deleteKeysOfOthers(owner).catch(() => undefined);
  if (hasCacheStorage()) await deleteSavedAreasOfOthers(owner).catch(() => undefined);
  if (hasCacheStorage()) await deleteCachesOfOthers(owner).catch(() => undefined);
  void prepareKey(owner).then(
    (isNew) => {
      if (!isNew) return;
      notifyReportsChange();
      sendNow();
    },
    () => undefined,
  );
  if (!hasCacheStorage()) return;
  const mark = await markOf(owner);
  // The session may have changed meanwhile: then another call tells it, and this one must not come after that.
  if (owner === getCacheOwner(getScreenOwner()?.id) && mark === (await markOf(owner)))
    await postToServiceWorker({ kind: 'session', owner, mark });
}

let isSyncing = false;
/** Syncs now and at each change. When the promise is resolved, no private data of other accounts is on this device. */
export async function startSessionSync(): Promise<void> {
  if (!isSyncing) {
    isSyncing = true;
    storedToken.subscribe(() => void syncSession());
    onSessionChange(() => void syncSession());
  }
  await syncSession();
}
