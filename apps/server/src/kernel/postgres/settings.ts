/** PostgreSQL settings for this machine. */
import { readMemorySize } from '../memory-size.ts';

/** Settings by their PostgreSQL names. */
export type PostgresSettings = Record<string, string>;

/**
 * The settings of a server that shares its machine with Waypost itself.
 *
 * @param memoryMiB the machine's or the container's memory in MiB
 */
export function defaultSettings(memoryMiB: number = readMemorySize() / 1024 / 1024): PostgresSettings {
  return {
    shared_buffers: `${clamp(memoryMiB / 8, 64, 2048)}MB`,
    work_mem: `${clamp(memoryMiB / 256, 4, 64)}MB`,
    maintenance_work_mem: `${clamp(memoryMiB / 32, 64, 512)}MB`,
    effective_cache_size: `${clamp(memoryMiB / 2, 256, 1_048_576)}MB`,
    random_page_cost: '1.1', // measured on solid-state disks; the default is for spinning ones
    // A worker is started for each of three databases in this time. With the default of a minute that takes 0.3 % of a core.
    autovacuum_naptime: '3min',
    jit: 'off', // costs more than our short queries take
    timezone: 'UTC',
    log_timezone: 'UTC',
    // No data of people in the log: Waypost gets the errors of statements and logs them redacted. Only messages about the
    // server itself are left.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.round(Math.min(Math.max(value, min), max));
}
