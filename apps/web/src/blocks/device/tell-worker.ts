/** Keeps the service worker, the keys and the stores in step with who is at this device. */
import { screenOwner } from '../../api/session.ts';
import { keptToken, validToken } from '../../api/tokens.ts';
import { forgetAreas } from './areas.ts';
import { forgetOthers, markOf, ownerOf, type Told } from './cache-names.ts';
import { fetchKey, forgetKeys } from './lock.ts';
import { sendNow } from './start-sending.ts';
import { tellWaiting } from './waiting-reports.ts';

const hasStores = (): boolean => typeof caches !== 'undefined';

export async function tellWorker(told: Told): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is given no origin
  active?.postMessage(told);
}

async function follow(): Promise<void> {
  const owner = ownerOf(screenOwner()?.id);
  const token = validToken();
  // First what must not stay, whatever becomes of the rest.
  await forgetKeys(owner).catch(() => undefined);
  if (hasStores()) await forgetAreas(owner).catch(() => undefined);
  if (hasStores()) await forgetOthers(owner).catch(() => undefined);
  void fetchKey(owner).then(
    (isNew) => {
      if (!isNew) return;
      tellWaiting();
      sendNow();
    },
    () => undefined,
  );
  if (!hasStores()) return;
  await tellWorker({ kind: 'session', owner, mark: token && (await markOf(token.accessToken)) });
}

let isFollowing = false;
/** From now on; nothing private of anybody else is on this device once the promise is fulfilled. */
export async function followSession(): Promise<void> {
  if (!isFollowing) {
    isFollowing = true;
    keptToken.subscribe(() => void follow());
  }
  await follow();
}
