/** The name and map settings of the demo, and the key that marks a deployment as a demo. */
import type { Tx } from '../kernel/db/database.ts';
import { mergeStoredGroup, readStoredGroup } from '../settings/settings.sql.ts';

/** A configuration group that the API does not return. */
const demoSettingsKey = 'demo';

/**
 * Saves the settings.
 * @param generatedWith the options of the generator
 */
export async function saveSiteSettings(
  tx: Tx,
  generatedWith: { seed: number; posts: number },
): Promise<void> {
  await mergeStoredGroup(tx, demoSettingsKey, generatedWith);
  await mergeStoredGroup(tx, 'site', {
    name: 'Riverside Watch',
    description:
      'People along rivers tell each other about high water, dry pumps, bad air and dark streets, and watch over the election of their basin councils. A demonstration: the cities are real, every report is invented.',
    email: 'team@example.org',
    first_login: false,
  });
  await mergeStoredGroup(tx, 'map', { location_precision: 2, default_view: { lat: 12, lon: 22, zoom: 2 } });
}

/** Whether this deployment is a demo. */
export async function isDemo(tx: Tx): Promise<boolean> {
  const generatedWith = await readStoredGroup(tx, demoSettingsKey);
  return 'seed' in generatedWith;
}
