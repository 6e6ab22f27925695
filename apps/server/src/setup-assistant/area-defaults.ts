/** Country, time zone and language that are usual at a place, without a request to another server. */
import tzLookup from '@photostructure/tz-lookup';
import type { AreaDefaults } from '@waypost/contract/setup-assistant/setup-assistant';
import type { Tx } from '../kernel/db/database.ts';
import { findNearestPlaces } from '../places/places.public.ts';

/** The most common language of a country, by the likely subtags of Unicode; null if unknown. */
export function findUsualLanguage(country: string): string | null {
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  return language === undefined || language === 'und' ? null : language;
}

/** What is usual at a place. The country is that of the nearest town, up to 50 km away. */
export async function findAreaDefaults(
  tx: Tx,
  { near, lang }: { near: { lat: number; lon: number }; lang?: string | undefined },
): Promise<AreaDefaults> {
  // Maps may be turned around the globe more than once.
  const point = { lat: near.lat, lon: ((((near.lon + 180) % 360) + 360) % 360) - 180 };
  const [nearest] = await findNearestPlaces(tx, point, lang, 1);
  const country = nearest?.country ?? null;
  return {
    country,
    timezone: tzLookup(point.lat, point.lon),
    language: country === null ? null : findUsualLanguage(country),
    place: nearest?.name ?? null,
  };
}
