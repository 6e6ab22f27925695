/** Checks in bounded time whether the file store is reachable, for health checks and the status page. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FileStore } from './file-store.ts';

/** Whether the store answers within `timeoutMs`. */
export function pingFileStore(store: Pick<FileStore, 'ping'>, timeoutMs: number): Promise<boolean> {
  const isReachable = store.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([isReachable, wait(timeoutMs, false, { ref: false })]);
}
