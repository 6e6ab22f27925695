/** The machine of a measurement. */
import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** Load average: above the number of processors, processes wait for each other. */
const load = () =>
  loadavg()
    .map((it) => it.toFixed(1))
    .join(' ');

/**
 * Processor, memory, system, and load, now and when the result is called: on a busy machine only ratios
 * are meaningful.
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
