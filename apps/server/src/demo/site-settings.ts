/** What the demonstration calls itself, where its map begins, and the mark by which it is known again. */
import type { Tx } from '../kernel/db/database.ts';
import { mergeStoredGroup, readStoredGroup } from '../settings/settings.sql.ts';

/** No group that the settings show: it is only kept beside them. */
const demoSettingsKey = 'demo';

/** @param made how the content came about */
export async function saveSiteSettings(tx: Tx, made: { seed: number; posts: number }): Promise<void> {
  await mergeStoredGroup(tx, demoSettingsKey, made);
  await mergeStoredGroup(tx, 'site', {
    name: 'Riverside Watch',
    description:
      'People along rivers tell each other about high water, dry pumps, bad air and dark streets, and watch over the election of their basin councils. A demonstration: the cities are real, every report is invented.',
    email: 'team@example.org',
    first_login: false,
  });
  await mergeStoredGroup(tx, 'map', { location_precision: 2, default_view: { lat: 12, lon: 22, zoom: 2 } });
}

/** Whether this deployment was made up by us. */
export async function isDemo(tx: Tx): Promise<boolean> {
  const made = await readStoredGroup(tx, demoSettingsKey);
  return 'seed' in made;
}
