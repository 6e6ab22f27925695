/** Tables of the names of places, and of the places that posts name. */
import type { Generated } from 'kysely';
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

export interface PostPlaces {
  post_id: number;
  attribute_id: number;
  position: number;
  lat: number;
  lon: number;
  masked_lat: number | null;
  masked_lon: number | null;
  /** The square whose public posts are counted; null unless the survey demands several of them. */
  mask_cell: number | null;
  /** The areas that the place and the masked place lie in; null: none. */
  area_ids: number[] | null;
  masked_area_ids: number[] | null;
  /** Latitude and longitude are what was shown when the post was anonymized: they are not displaced again. */
  is_masked: Generated<boolean>;
  /** Was public when the sender was removed, and stays so where that depends on the number of senders. */
  is_shown: Generated<boolean>;
}
