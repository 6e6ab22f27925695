/** Whether the files can be had just now, for those who look at how a server fares: in bounded time. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FileStore } from './file-store.ts';

/** @param patience milliseconds that the store may take to show that it is there */
export function filesAnswer(store: Pick<FileStore, 'reach'>, patience: number): Promise<boolean> {
  const isThere = store.reach().then(
    () => true,
    () => false,
  );
  return Promise.race([isThere, wait(patience, false, { ref: false })]);
}
