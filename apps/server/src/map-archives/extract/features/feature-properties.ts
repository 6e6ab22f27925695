/** The properties of features in the tiles. */
import type { Tags } from '../osm/decode-block.ts';
import type { FeatureKind } from './feature-kinds.ts';

/** Characters of a name. */
const maxNameLength = 120;
/** `name:fr`, `name:zh-Hant`; no suffixes such as `name:etymology`. */
const languageKey = /^name:[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/;
/** Names of minor features in other languages are rare, and seldom read. */
const layersWithLanguages = new Set(['places', 'water', 'roads', 'pois']);

/** Properties of a feature as the tiles have them. */
export type FeatureProperties = Readonly<Record<string, string>>;

/** Kind, and names where the feature is labelled. */
export function buildProperties({ layer, kind, detail }: FeatureKind, tags: Tags): FeatureProperties {
  const properties: Record<string, string> = { kind };
  if (detail !== undefined) properties['kind_detail'] = detail;
  if (!layersWithLanguages.has(layer)) return properties;
  for (const [key, value] of tags)
    if (key === 'name' || languageKey.test(key)) properties[key] = value.slice(0, maxNameLength);
  return properties;
}
