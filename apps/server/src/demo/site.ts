/** What the demonstration calls itself, and where its map begins. */
import type { Tx } from '../kernel/db.ts';
import { mergeStored } from '../settings/settings.sql.ts';

export async function saveSite(tx: Tx): Promise<void> {
  await mergeStored(tx, 'site', {
    name: 'Riverside Watch',
    description:
      'People along rivers tell each other about high water, dry pumps, bad air and dark streets, and watch over the election of their basin councils. A demonstration: the cities are real, every report is invented.',
    email: 'team@example.org',
    first_login: false,
  });
  await mergeStored(tx, 'map', { location_precision: 2, default_view: { lat: 12, lon: 22, zoom: 2 } });
}
