/** Whether the files can be had just now, for those who look at how a server fares: in bounded time. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FileStore } from './file-store.ts';

/** @param timeoutMs milliseconds that the store may take to show that it is there */
export function pingFileStore(store: Pick<FileStore, 'ping'>, timeoutMs: number): Promise<boolean> {
  const isReachable = store.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([isReachable, wait(timeoutMs, false, { ref: false })]);
}
