/** What is near a place, from which the client makes words. */
import type { PlaceWords } from '@waypost/contract/map-archives/map-names';
import type { Tx } from '../../kernel/db/database.ts';
import { toPlaneLength } from '../extract/names/plane-grid.ts';
import { findNearestHouse, findNearestName, findNearestStreet, type PlanePoint } from './map-names.sql.ts';
import { toPlane } from './plane.ts';

/** Metres. A house is where the pin is; a number is still the pin's; a point is beside it; a street and a settlement are near it. */
const distances = { house: 15, number: 40, point: 75, street: 100, place: 10_000 };

async function findStreet(
  tx: Tx,
  at: PlanePoint,
  toLength: (metres: number) => number,
  language: string | undefined,
): Promise<PlaceWords['street']> {
  const [house, street] = await Promise.all([
    findNearestHouse(tx, at, toLength(distances.number), language),
    findNearestStreet(
      tx,
      at,
      { street: toLength(distances.street), house: toLength(distances.number) },
      language,
    ),
  ]);
  if (house && (!street || house.distance <= toLength(distances.house)))
    return { name: house.name, house_number: house.number };
  return street ? { name: street.name, house_number: street.number } : null;
}

/** The street, point and settlement near a place. */
export async function describePlace(
  tx: Tx,
  place: { lat: number; lon: number },
  language: string | undefined,
): Promise<PlaceWords> {
  const at = toPlane(place);
  const toLength = (metres: number) => toPlaneLength(metres, at.y);
  const [street, point, settlement] = await Promise.all([
    findStreet(tx, at, toLength, language),
    findNearestName(tx, 'point', at, toLength(distances.point), language),
    findNearestName(tx, 'place', at, toLength(distances.place), language),
  ]);
  const named =
    settlement && settlement.name !== null ? { type: settlement.type, name: settlement.name } : null;
  return { street, point: point ? { type: point.type, name: point.name } : null, place: named };
}
