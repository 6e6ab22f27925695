/** The properties of features in the tiles. */

import { cleanText, cutText, maxNumberLetters } from '../names/name-texts.ts';
import type { Tags } from '../osm/decode-block.ts';
import type { FeatureKind, FeatureLayer } from './feature-kinds.ts';

/** `name:fr`, `name:zh-Hant`; no suffixes such as `name:etymology`. */
const languageKey = /^name:[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/;
/** Names of minor features in other languages are rare, and seldom read. */
const layersWithLanguages = new Set(['places', 'water', 'roads', 'pois']);

/** Properties of a feature as the tiles have them. */
export type FeatureProperties = Readonly<Record<string, string>>;

/** Tags with numbers that are drawn, by layer, and the names of their properties. */
const numberTags: Partial<Record<FeatureLayer, readonly [tag: string, property: string]>> = {
  buildings: ['addr:housenumber', 'addr_housenumber'],
  roads: ['ref', 'ref'],
};

/** Kind, and names and numbers where the feature is labelled. */
export function buildProperties({ layer, kind, detail }: FeatureKind, tags: Tags): FeatureProperties {
  const properties: Record<string, string> = { kind };
  if (detail !== undefined) properties['kind_detail'] = detail;
  const [tag = '', property = ''] = (kind !== 'building' && numberTags[layer]) || [];
  const number = cutText(cleanText(tags.get(tag) ?? ''), maxNumberLetters);
  if (number !== '') properties[property] = number;
  if (!layersWithLanguages.has(layer)) return properties;
  for (const [key, value] of tags) {
    const name = key === 'name' || languageKey.test(key) ? cleanText(value) : '';
    if (name !== '') properties[key] = name;
  }
  return properties;
}
