/** Who fetches something large that is waited for, beside what the query cache knows of: what has time waits for them. */

/** Milliseconds after which nobody holds the others up any more. */
const maxBusyMs = 30_000;

const busyOwners = new Set<object>();
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

export const isNetworkBusy = (): boolean => busyOwners.size > 0;

export function subscribeNetworkBusy(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns gives the line free again */
export function markNetworkBusy(): () => void {
  const owner = {};
  const release = () => {
    clearTimeout(timer);
    if (busyOwners.delete(owner)) notifyListeners();
  };
  const timer = setTimeout(release, maxBusyMs);
  busyOwners.add(owner);
  notifyListeners();
  return release;
}
