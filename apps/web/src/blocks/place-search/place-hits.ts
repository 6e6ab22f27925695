/** Joins the hits of the two searches for places: towns of the world, and streets and places of map archives. Pure. */
import type { MapName } from '@waypost/contract/map-archives/map-names';
import type { Place } from '@waypost/contract/places/places';
import { computeDistanceKm } from '../map-circle/circle-geometry.ts';

/** A place that was found. */
export interface PlaceHit extends Place {
  /** The zoom at which it is visible; absent where that of a town fits. */
  zoom?: number;
  /** What a map archive says about it; absent for towns of the world. */
  mapName?: MapName;
}

/** Kilometres within which a town of the world and one of a map archive are the same. */
const sameTownKm = 10;

const isSameText = (a: string, b: string): boolean =>
  a.trim().localeCompare(b.trim(), undefined, { sensitivity: 'base' }) === 0;

const isSameTown = (town: Place, { kind, name, ...at }: MapName): boolean =>
  kind === 'place' && isSameText(town.name, name) && computeDistanceKm(town, at) < sameTownKm;

/** Zooms at which a city, a town, a village, and a street are visible. */
const zooms = { city: 10, town: 13, village: 14, street: 16 };

function findZoom({ kind, type }: MapName): number {
  if (kind !== 'place') return zooms.street;
  return type === 'city' || type === 'town' ? zooms[type] : zooms.village;
}

/** A hit of a map archive. Its id differs from those of towns. */
const toHit = (mapName: MapName, index: number): PlaceHit => ({
  id: -1 - index,
  name: mapName.name,
  country: null,
  population: 0,
  lat: mapName.lat,
  lon: mapName.lon,
  zoom: findZoom(mapName),
  mapName,
});

/** Ranks of hits, the best first. */
const ranks = { whole: 0, beginning: 1, similar: 2 };

function rankName({ match, house_number, missing_house_number }: MapName): number {
  if (match === 'similar') return ranks.similar;
  // Whoever types a house number means a street.
  const hasNumber = house_number !== null || missing_house_number !== null;
  return match === 'name' || hasNumber ? ranks.whole : ranks.beginning;
}

function rankTown({ name }: Place, text: string): number {
  if (isSameText(name, text)) return ranks.whole;
  return isSameText(name.slice(0, text.trim().length), text) ? ranks.beginning : ranks.similar;
}

/**
 * Whole names first, then beginnings, then names that are only similar; of equally good hits, those of the archives, in their order: it
 * also knows which of them are in a settlement that was typed.
 */
export function joinHits(towns: readonly Place[], names: readonly MapName[], text: string): PlaceHit[] {
  const others = towns.filter((town) => !names.some((name) => isSameTown(town, name)));
  let worst = ranks.whole;
  const ranked = names.map((name, index) => {
    worst = Math.max(worst, rankName(name));
    return { hit: toHit(name, index), rank: worst };
  });
  const hits = [...ranked, ...others.map((hit) => ({ hit, rank: rankTown(hit, text) }))];
  return hits.toSorted((a, b) => a.rank - b.rank).map(({ hit }) => hit);
}

/**
 * The hit that is meant without being marked: the only one, or the only settlement or street with exactly this name. A stop or school is
 * often called as the settlement that is meant.
 */
export function findOnlyHit(hits: readonly PlaceHit[], text: string): PlaceHit | undefined {
  const exact = hits.filter(({ name, mapName }) => mapName?.kind !== 'point' && isSameText(name, text));
  const [only, ...others] = exact.length > 0 ? exact : hits;
  return others.length === 0 ? only : undefined;
}
