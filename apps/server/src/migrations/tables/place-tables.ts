/** Tables of the names of places. */
import type { Created } from './user-tables.ts';

export interface Places {
  id: number;
  name: string;
  folded: string;
  country: string | null;
  population: number;
  lat: number;
  lon: number;
}

export interface PlaceKeys {
  key: string;
  place_id: number;
}

export interface PlaceNames {
  place_id: number;
  language: string;
  name: string;
  folded: string;
}

export interface PlaceFiles {
  sha256: string;
  loaded: Created;
}
