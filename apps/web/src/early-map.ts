/**
 * Draws the map's first picture while the app is still loading, which on a slow connection takes many seconds: land and pins, on a canvas
 * in the shape of the screen (index.html). `OpeningMap` shows the same picture at the same place as soon as the app is there.
 */
import { isOwnMap } from '@waypost/contract/settings/base-layers';
import { buildBackendUrl } from './api/endpoint-url.ts';
import { type EarlyMapRequest, mapTilePath } from './api/preload.ts';
import type { Bounds, InitialView, MapTheme } from './blocks/map-canvas/map-types.ts';
import { parseInitialView } from './blocks/map-canvas/map-view-param.ts';
import { keepEarlyCanvas } from './blocks/map-canvas/opening/early-canvas.ts';
import { requestPinsEarly } from './blocks/map-canvas/opening/opening-pins.ts';
import { computeOpeningView } from './blocks/map-canvas/opening/opening-view.ts';
import { paintOnCanvas } from './blocks/map-canvas/opening/paint-opening-map.ts';
import { restorePlaceholders } from './blocks/map-canvas/pins/pin-tile-url.ts';
import { parseBaseLayer } from './blocks/map-canvas/style/base-layers.ts';
import { leaveOutAntarctica } from './blocks/post-extent/leave-out-antarctica.ts';
import { sheetInsets } from './features/map/view/sheet-insets.ts';
import { phoneQuery } from './ui/browser/phone-query.ts';
import { readStoredText } from './ui/browser/web-storage.ts';

/** The language of the numbers; the app may choose another one. */
function guessLanguage(): string {
  const language =
    new URLSearchParams(location.search).get('lang') ??
    readStoredText('localStorage', 'waypost.language') ??
    navigator.language;
  try {
    return Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

function readTheme(): MapTheme {
  const chosen = document.documentElement.dataset['mantineColorScheme'];
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  return isDark ? 'dark' : 'light';
}

function readBaseLayer(fallback: unknown) {
  const chosen = readStoredText('localStorage', 'waypost.base-layer')?.replaceAll('"', '');
  return parseBaseLayer(chosen ?? (typeof fallback === 'string' ? fallback : null));
}

/** @returns null where the settings are not those of this version */
async function readView({ defaultView, extent }: EarlyMapRequest): Promise<InitialView | null> {
  const view = parseInitialView(new URLSearchParams(location.search).get('at') ?? undefined);
  if (view) return view;
  const { bbox } = extent ? ((await (await extent).clone().json()) as { bbox?: Bounds | null }) : {};
  if (bbox) return { bounds: leaveOutAntarctica(bbox) };
  return parseInitialView([defaultView.lat, defaultView.lon, defaultView.zoom].join());
}

/** A canvas where the map will be; null once the app is there. */
function createCanvas(): HTMLCanvasElement | null {
  const place = document.querySelector('.loading-screen .loading-rest');
  if (!place) return null;
  const canvas = document.createElement('canvas');
  canvas.className = 'loading-map';
  canvas.ariaHidden = 'true';
  place.append(canvas);
  keepEarlyCanvas(canvas);
  return canvas;
}

/** Draws land, then pins. Resolves when they are drawn; a failure is left to the app, which sends the same requests. */
export async function drawEarlyMap(request: EarlyMapRequest): Promise<void> {
  const language = guessLanguage();
  // The shape of the screen is that of languages written from left to right.
  if (/^ar\b/.test(language)) return;
  const initialView = await readView(request).catch(() => null);
  const canvas = initialView && createCanvas();
  if (!canvas) return;
  const baseLayer = readBaseLayer(request.defaultView.basemap);
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  // In another element it keeps its size.
  canvas.style.inlineSize = `${size.width}px`;
  canvas.style.blockSize = `${size.height}px`;
  const insets = matchMedia(phoneQuery).matches ? sheetInsets : {};
  const view = computeOpeningView(initialView, size, insets, { baseLayer, archives: null });
  const picture = {
    view,
    theme: readTheme(),
    language,
    hasLand: isOwnMap(baseLayer),
    selectedPostId: null,
  };
  paintOnCanvas(canvas, { ...picture, pins: [] });
  const { authorization } = request;
  const pins = await requestPinsEarly(
    {
      kind: 'tiles',
      url: restorePlaceholders(buildBackendUrl(mapTilePath)),
      headers: () => (authorization === undefined ? {} : { authorization }),
    },
    view,
  );
  paintOnCanvas(canvas, { ...picture, pins });
  canvas.dataset['pins'] = String(pins.length);
}
