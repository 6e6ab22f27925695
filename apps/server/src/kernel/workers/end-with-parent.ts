/** Ends a worker process with the process that started it. */
import { Worker } from 'node:worker_threads';

const intervalMs = 500;

/**
 * Ends this process soon after its parent was killed, also while its own code runs without a pause. Otherwise it would go on to write
 * into files that the server has given to another worker since.
 */
export function endWithParent(): void {
  const code = `setInterval(() => {
    if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
  }, ${intervalMs});`;
  new Worker(code, { eval: true }).unref();
}
