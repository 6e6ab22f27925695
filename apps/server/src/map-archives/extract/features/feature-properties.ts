/** The properties of features in the tiles. */
import { cleanText, cutText, maxNumberLetters, readTranslations } from '../names/name-texts.ts';
import type { Tags } from '../osm/decode-block.ts';
import type { FeatureKind, FeatureProperties } from './feature-kinds.ts';
import type { FeatureLayer } from './feature-layers.ts';

const layersWithNames: ReadonlySet<FeatureLayer> = new Set([
  'water_lines_labels',
  'street_labels',
  'water_polygons_labels',
  'place_labels',
  'public_transport',
  'pois',
]);

const readNumber = (tags: Tags, key: string): string =>
  cutText(cleanText(tags.get(key) ?? ''), maxNumberLetters);

/** The local name, and those in other languages where they differ from it. */
function buildNames(tags: Tags): Record<string, string> {
  const name = cleanText(tags.get('name') ?? '');
  const translations = Object.entries(readTranslations(tags, name)).map(
    ([language, text]) => [`name_${language}`, text] as const,
  );
  return { ...(name !== '' && { name }), ...Object.fromEntries(translations) };
}

/** What the feature is, and names and numbers where it is labelled; undefined for a label without a text. */
export function buildProperties(
  { layer, properties }: FeatureKind,
  tags: Tags,
): FeatureProperties | undefined {
  if (layer === 'boundaries')
    return tags.get('disputed') === 'yes' ? { ...properties, disputed: true } : properties;
  if (layer === 'addresses') {
    const housenumber = readNumber(tags, 'addr:housenumber');
    return housenumber === '' ? undefined : { ...properties, housenumber };
  }
  if (!layersWithNames.has(layer)) return properties;
  const names = buildNames(tags);
  const refs = layer === 'street_labels' ? readNumber(tags, 'ref').split(';') : [];
  // Several numbers are one below the other.
  const lines = refs.map((text) => text.trim()).filter((text) => text !== '');
  const texts = { ...names, ...(lines.length > 0 && { ref: lines.join('\n') }) };
  const isOnlyLabel = layer !== 'pois' && layer !== 'public_transport';
  return isOnlyLabel && Object.keys(texts).length === 0 ? undefined : { ...properties, ...texts };
}
