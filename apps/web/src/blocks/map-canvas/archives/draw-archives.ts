/** Draws map archives. Loaded only where there are any, since most maps have none. */
import '../../../ui/i18n/map-point-labels.ts';
import type { TFunction } from 'i18next';
import { getFixedT } from 'i18next';
import labels from '../../../locales/map-points/en.json';
import { whenTranslationsLoaded } from '../../../ui/i18n/i18n.ts';
import { isOutside } from '../style/archives/archive-names.ts';
import { buildArchivesStyle } from '../style/archives/archive-style.ts';
import { findFirstZoom } from '../style/archives/archive-zoom.ts';
import { drawPoint } from '../style/archives/point-images.ts';
import type { ArchiveLayer } from './archive-layer.ts';
import { openArchives } from './archive-tiles.ts';
import type { DrawnArchives } from './drawn-archives.ts';
import { readOfflineLayers } from './stored-archives.ts';

/** Texts for points without a name, by kind. keys: mapPoint.* */
function readPointLabels(t: TFunction): Record<string, string> {
  const kinds = Object.keys(labels.mapPoint) as (keyof typeof labels.mapPoint)[];
  const texts: Record<string, string> = Object.fromEntries(
    kinds.map((kind) => [kind, t(`mapPoint.${kind}`)]),
  );
  return { ...texts, water_point: texts['drinking_water'] ?? '' };
}

async function prepareArchives(layers: readonly ArchiveLayer[]): Promise<DrawnArchives> {
  await whenTranslationsLoaded();
  openArchives(layers);
  const boxes = layers.map((archive) => ({ bounds: archive.bounds, firstZoom: findFirstZoom(archive) }));
  return {
    layers,
    worldPlaceFilter: isOutside(boxes),
    drawImage: drawPoint,
    buildStyle: (look) =>
      buildArchivesStyle(layers, { ...look, pointLabels: readPointLabels(getFixedT(look.language)) }),
  };
}

/**
 * Draws the archives of the site, without a network also those that saved areas hold, which the site may have replaced since; again each
 * time when the network comes or goes.
 * @param current from the lowest to the topmost
 */
export function drawArchives(
  current: readonly ArchiveLayer[],
  show: (drawn: DrawnArchives) => void,
  signal: AbortSignal,
): void {
  let latest = 0;
  const draw = async () => {
    const own = ++latest;
    const layers = navigator.onLine ? current : await readOfflineLayers(current).catch(() => current);
    const drawn = await prepareArchives(layers);
    if (own === latest && !signal.aborted) show(drawn);
  };
  const redraw = () => void draw();
  redraw();
  addEventListener('online', redraw, { signal });
  addEventListener('offline', redraw, { signal });
}
