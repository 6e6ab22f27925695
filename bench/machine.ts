/** What the figures were measured on. */
import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** Processor, memory, system, and how busy the machine is before anything is measured. */
export function machine(): string {
  const [first] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const load = loadavg().map((it) => it.toFixed(1));
  return [
    `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${memory} GiB, ${type()} ${release()}, Node ${process.versions.node}`,
    `load over 1, 5 and 15 minutes before: ${load.join(', ')}`,
  ].join('\n');
}
