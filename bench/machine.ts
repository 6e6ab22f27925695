/** What the figures were measured on. */
import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** How many processes want a processor, over the last minutes: above the number of processors, they are waiting for each other. */
const load = () =>
  loadavg()
    .map((it) => it.toFixed(1))
    .join(' ');

/**
 * Processor, memory, system, and how busy the machine is, now and when the result is called: figures from a busy machine
 * say little, ratios more.
 */
export function describeMachine(): () => string {
  const [first] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const before = load();
  return () =>
    [
      `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${memory} GiB, ${type()} ${release()}, Node ${process.versions.node}`,
      `load over 1, 5 and 15 minutes: ${before} before, ${load()} after`,
    ].join('\n');
}
