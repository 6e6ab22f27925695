/** What the demonstration calls itself, where its map begins, and the mark by which it is known again. */
import type { Tx } from '../kernel/db.ts';
import { mergeStored, readStored } from '../settings/settings.sql.ts';

/** No group that the settings show: it is only kept beside them. */
const mark = 'demo';

/** @param made how the content came about */
export async function saveSite(tx: Tx, made: { seed: number; posts: number }): Promise<void> {
  await mergeStored(tx, mark, made);
  await mergeStored(tx, 'site', {
    name: 'Riverside Watch',
    description:
      'People along rivers tell each other about high water, dry pumps, bad air and dark streets, and watch over the election of their basin councils. A demonstration: the cities are real, every report is invented.',
    email: 'team@example.org',
    first_login: false,
  });
  await mergeStored(tx, 'map', { location_precision: 2, default_view: { lat: 12, lon: 22, zoom: 2 } });
}

/** Whether this deployment was made up by us. */
export async function isDemo(tx: Tx): Promise<boolean> {
  const made = await readStored(tx, mark);
  return 'seed' in made;
}
