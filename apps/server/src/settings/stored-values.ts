/** Helpers for settings as they are stored or sent, before they are validated. */
import type { ProviderId } from '@waypost/contract/data-sources/data-providers';
import type { StoredSettings } from './settings.sql.ts';

/** Whether a value is an object with keys. */
export const isObject = (value: unknown): value is StoredSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a data source is switched on in the group `data-provider`, in any notation that clients send. */
export function isProviderSwitchedOn(group: StoredSettings, id: ProviderId): boolean {
  const switches = group['providers'];
  const value = isObject(switches) ? switches[id] : undefined;
  return value === true || value === 1 || value === '1' || value === 'true';
}
