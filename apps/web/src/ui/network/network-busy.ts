/** Marks the network as busy while something large loads outside the query cache: idle preloading waits for it. */

/** After this time a request no longer counts as busy. */
const maxBusyMs = 30_000;

const busyOwners = new Set<object>();
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Whether anything is marked as loading. */
export const isNetworkBusy = (): boolean => busyOwners.size > 0;

/** @returns stops listening */
export function subscribeNetworkBusy(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks the network as busy. @returns a function that removes the mark */
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
