/** PostgreSQL's settings, fitted to the machine. Sizes are in MiB. */
import { totalmem } from 'node:os';

/** A setting's name in PostgreSQL, and its value. */
export type Settings = Record<string, string>;

/**
 * The settings of a server that shares its machine with Waypost itself.
 *
 * @param memory the machine's or the container's memory in MiB
 */
export function settingsFor(memory: number = memoryOfMachine()): Settings {
  return {
    shared_buffers: `${clamp(memory / 8, 64, 2048)}MB`,
    work_mem: `${clamp(memory / 256, 4, 64)}MB`,
    maintenance_work_mem: `${clamp(memory / 32, 64, 512)}MB`,
    effective_cache_size: `${clamp(memory / 2, 256, 1_048_576)}MB`,
    random_page_cost: '1.1', // measured on solid-state disks; the default is for spinning ones
    jit: 'off', // costs more than our short queries take
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Nothing that people wrote goes into the log: statements and their errors reach Waypost, which logs
    // what it may. What is left is how the server itself fares.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
}

/** A container's limit counts where it is lower than the machine. */
function memoryOfMachine(): number {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.min(limit, totalmem()) / 1024 / 1024;
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most));
}
