/** Shows whether the server responds to others while it works. */
import type { TestApp } from './test-app.ts';

/** Sends requests one after another until work has ended. @returns its result, its duration, and the longest of them, in milliseconds */
export async function askMeanwhile<T>(
  app: TestApp,
  work: Promise<T>,
): Promise<{ result: T; duration: number; longestWait: number }> {
  const startedAt = performance.now();
  let longestWait = 0;
  const state = { isRunning: true };
  const finished = work.finally(() => {
    state.isRunning = false;
  });
  while (state.isRunning) {
    const askedAt = performance.now();
    await app.send('passer-by', 'GET', '/config');
    longestWait = Math.max(longestWait, performance.now() - askedAt);
  }
  return { result: await finished, duration: performance.now() - startedAt, longestWait };
}
