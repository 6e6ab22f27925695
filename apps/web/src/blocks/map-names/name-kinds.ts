/** What streets, places and points are, in the words of the reader. keys: mapNames.kind.* mapNames.by.* */
import type { TFunction } from 'i18next';
import type labels from '../../locales/map-names/en.json';

type Kind = keyof (typeof labels)['mapNames']['kind'];
type PointKind = keyof (typeof labels)['mapNames']['by'];

/** Kinds of OpenStreetMap that have the label of another one. */
const sameKinds = new Map<string, Kind>([
  ['water_point', 'drinking_water'],
  ['isolated_dwelling', 'hamlet'],
  ['suburb', 'district'],
  ['borough', 'district'],
  ['quarter', 'district'],
  ['neighbourhood', 'district'],
  ['halt', 'train_station'],
  ['dentist', 'doctors'],
  ['childcare', 'kindergarten'],
  ['fast_food', 'restaurant'],
  ['pub', 'bar'],
  ['guest_house', 'hotel'],
  ['hostel', 'hotel'],
  ['motel', 'hotel'],
  ['alpine_hut', 'hotel'],
  ['gallery', 'museum'],
  ['arts_centre', 'theatre'],
  ['garden', 'park'],
  ['nature_reserve', 'park'],
  ['sports_centre', 'sports'],
  ['stadium', 'sports'],
  ['pitch', 'sports'],
  ['swimming_pool', 'sports'],
  ['water_park', 'sports'],
  ['attraction', 'sight'],
  ['viewpoint', 'sight'],
  ['artwork', 'sight'],
  ['castle', 'historic_site'],
  ['ruins', 'historic_site'],
  ['memorial', 'historic_site'],
  ['monument', 'historic_site'],
  ['archaeological_site', 'historic_site'],
  ['craft', 'workshop'],
  ['atm', 'bank'],
  ['public_building', 'community_centre'],
]);

const toKind = (type: string): string => sameKinds.get(type) ?? type;

/** `School`; undefined for a kind without a label. */
export function labelKind(t: TFunction, type: string): string | undefined {
  const kind = toKind(type) as Kind;
  return t(`mapNames.kind.${kind}`, { defaultValue: '' }) || undefined;
}

/** `by the school`; undefined for a kind without a phrase. */
export function describeNearness(t: TFunction, type: string): string | undefined {
  const kind = toKind(type) as PointKind;
  return t(`mapNames.by.${kind}`, { defaultValue: '' }) || undefined;
}
