/** What the map shows when it opens: taken from a map, or typed where no map can be drawn. */
import { useRef, useState } from 'react';
import { type CoordinateErrors, parseCoordinates } from '../../../blocks/location-picker/parse-coordinate.ts';
import type { MapHandle } from '../../../blocks/map-canvas/map-canvas.tsx';
import type { LatLon, MapView } from '../../../blocks/map-canvas/map-types.ts';

/** Sizes of an area, with the zoom that shows it. */
export const areaSizes = [
  { size: 'country', zoom: 5 },
  { size: 'region', zoom: 8 },
  { size: 'town', zoom: 11 },
  { size: 'district', zoom: 13 },
] as const;
export type AreaSize = (typeof areaSizes)[number]['size'];

/** The area as it is typed. */
export interface TypedArea {
  lat: string;
  lon: string;
  size: AreaSize;
}

/** A stored view. */
export type AreaView = LatLon & { zoom: number };

const findSize = (zoom: number): AreaSize =>
  areaSizes.toSorted((a, b) => Math.abs(a.zoom - zoom) - Math.abs(b.zoom - zoom))[0]?.size ?? 'town';
const zoomOf = (size: AreaSize): number => areaSizes.find((it) => it.size === size)?.zoom ?? 11;
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

const toAreaView = ({ center, zoom }: Pick<MapView, 'center' | 'zoom'>): AreaView => ({
  lat: round(center.lat),
  // Maps may be turned around the globe more than once.
  lon: round(((((center.lon + 180) % 360) + 360) % 360) - 180),
  zoom: Math.round(zoom * 10) / 10,
});

const toTypedArea = ({ lat, lon, zoom }: AreaView): TypedArea => ({
  lat: String(round(lat)),
  lon: String(round(lon)),
  size: findSize(zoom),
});

/** @param stored the view that is stored */
export function useAreaView(stored: AreaView) {
  const map = useRef<MapHandle>(null);
  const [hasMap, setHasMap] = useState(true);
  const [typed, setTyped] = useState(() => toTypedArea(stored));
  const [errors, setErrors] = useState<CoordinateErrors>({});
  const changeTyped = (part: Partial<TypedArea>) => {
    setTyped((before) => ({ ...before, ...part }));
    setErrors({});
  };
  const goTo = (place: LatLon, zoom: number) => {
    map.current?.goTo(place, zoom);
    changeTyped(toTypedArea({ ...place, zoom }));
  };
  /** @returns the view to store: the stored one while the map is loading, undefined while something invalid is typed */
  const readView = (): AreaView | undefined => {
    const view = map.current?.getView();
    if (view) return toAreaView(view);
    if (hasMap) return stored;
    const parsed = parseCoordinates(typed.lat, typed.lon);
    if (parsed.ok && parsed.value) return { ...parsed.value, zoom: zoomOf(typed.size) };
    setErrors(parsed.ok ? { lat: 'required', lon: 'required' } : parsed.errors);
    return undefined;
  };
  return { map, hasMap, onNoMap: () => setHasMap(false), typed, changeTyped, errors, goTo, readView };
}
