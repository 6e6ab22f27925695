/** Reports of surveys that hide places in other ways than rounding, all at one place. */
import { sql } from 'kysely';
import { createTestSurvey } from '../app/create-test-survey.ts';
import type { TestApp } from '../app/test-app.ts';
import type { createAccount } from './private-resources.ts';

type Account = Awaited<ReturnType<typeof createAccount>>;

const masks = {
  displaced: { place_mask: 'displaced', place_min_distance: 1000, place_max_distance: 40_000 },
  centered: { place_mask: 'grid', place_grid_km: 10 },
  placeless: { place_mask: 'hidden' },
  // Two people report from the square.
  tooFew: { place_mask: 'grid', place_grid_km: 10, place_min_reports: 3 },
  enough: { place_mask: 'grid', place_grid_km: 10, place_min_reports: 2 },
  enoughDisplaced: {
    place_mask: 'displaced',
    place_min_distance: 1000,
    place_max_distance: 40_000,
    place_min_reports: 2,
  },
} as const;

const buildTriangle = ({ lat, lon }: { lat: number; lon: number }) =>
  `POLYGON((${lon - 0.001} ${lat - 0.001},${lon + 0.001} ${lat - 0.001},${lon} ${lat + 0.001},${lon - 0.001} ${lat - 0.001}))`;

/**
 * Publishes two reports of each survey, by different people.
 * @returns ids by name
 */
export async function publishMaskedReports(
  app: TestApp,
  authors: readonly Account[],
  place: { lat: number; lon: number },
): Promise<Record<string, number>> {
  // Deployments are compared, so that they displace places in the same way.
  await sql`update place_mask_key set key = ${Buffer.alloc(32, 7)}`.execute(app.db);
  const ids: Record<string, number> = {};
  for (const [name, mask] of Object.entries(masks)) {
    const survey = await createTestSurvey(
      app.db,
      { spot: { type: 'point', input: 'location' }, shape: { type: 'geometry' } },
      { hide_author: true, hide_location: true, hide_time: true, ...mask },
    );
    for (const [index, author] of authors.entries()) {
      const response = await app.fastify.inject({
        method: 'POST',
        url: '/api/v3/posts',
        headers: { authorization: `Bearer ${author.token}` },
        payload: {
          form: survey.id,
          title: `A ${name} report ${index}`,
          status: 'published',
          values: { [survey.keyOf('spot')]: [place], [survey.keyOf('shape')]: [buildTriangle(place)] },
        },
      });
      if (response.statusCode !== 200) throw new Error(`${name}: ${response.body}`);
      ids[`${name}-${index}`] = response.json<{ id: number }>().id;
    }
  }
  return ids;
}
