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
