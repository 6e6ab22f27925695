/** Finds what the map library would not draw of a style. */
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';

/** The parts of a style without addresses. */
export interface DrawnStyle {
  sources: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  layers: readonly Readonly<Record<string, unknown>>[];
}

/** @returns the first fault with its path */
export function findStyleFault({ sources, layers }: DrawnStyle): string | undefined {
  const complete = {
    version: 8,
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [
        name,
        source['type'] === 'geojson' ? source : { ...source, tiles: ['https://example.org/{z}/{x}/{y}'] },
      ]),
    ),
    layers,
    glyphs: 'https://example.org/{fontstack}/{range}',
    sprite: 'https://example.org/sprite',
  };
  try {
    const faults = validateStyleMin(complete as unknown as Parameters<typeof validateStyleMin>[0]);
    return faults.find(({ severity }) => severity === 'error')?.message;
  } catch {
    // The library throws where parts have types that it does not expect.
    return 'layers';
  }
}
