/** The area that a place is in whose exact coordinates are hidden, drawn inside a MapCanvas. */
import type { PlacePrecision } from '@waypost/contract/surveys/place-masking';
import type { LatLon } from '../map-canvas/map-types.ts';
import { MapCircle, MapSquare } from './map-circle.tsx';

interface Props {
  center: LatLon;
  precision: PlacePrecision;
}

/** Draws a square, a circle or a ring. */
export function PlaceArea({ center, precision: { kind, radius, min_radius } }: Props) {
  if (kind === 'grid') return <MapSquare center={center} sideKm={(radius * Math.SQRT2) / 1000} />;
  return (
    <>
      <MapCircle center={center} radiusKm={radius / 1000} />
      {min_radius > 0 && <MapCircle center={center} radiusKm={min_radius / 1000} />}
    </>
  );
}
