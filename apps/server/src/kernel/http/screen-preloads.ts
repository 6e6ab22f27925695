/**
 * Which files of the built client a screen needs before it can render, by its path. The page preloads them, so that a browser
 * fetches them all at once instead of one import level after the other. They are code only, the same for everybody.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A chunk of Vite's manifest, as far as it is read here. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** Files to preload: paths from the server's root. */
export interface ScreenPreloads {
  /** Scripts that draw before the app is loaded. */
  earlyScripts: string[];
  scripts: string[];
  styles: string[];
}

interface Screen {
  pattern: RegExp;
  parameters: number;
  preloads: ScreenPreloads;
}

const screenChunkPattern = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/;
/** The map's first picture, which the page loads by itself while the app is loading, and then the map. */
const earlyMap = 'src/early-map.ts';
const openingMap = 'src/blocks/map-canvas/opening/opening-map.tsx';
/** The page without a path redirects there in the client. */
const homePath = '/views/map';
const noPreloads: ScreenPreloads = { earlyScripts: [], scripts: [], styles: [] };

/** @param earlyKeys chunks that draw before the app is loaded @param keys further chunks of the screen */
function preloadsOf(
  manifest: Manifest,
  earlyKeys: readonly string[],
  keys: readonly string[],
): ScreenPreloads {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const walk = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(`/${chunk.file}`)) return;
    scripts.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) walk(imported);
    for (const style of chunk.css ?? []) styles.add(`/${style}`);
  };
  for (const key of earlyKeys) walk(key);
  const earlyScripts = [...scripts];
  for (const key of keys) walk(key);
  return { earlyScripts, scripts: [...scripts].slice(earlyScripts.length), styles: [...styles] };
}

/** `_map.posts.create.$surveyId` matches `/posts/create/7`; a part that ends in `_` is outside the layout of that name. */
function patternOf(parts: readonly string[]): RegExp {
  const segments = parts
    .filter((part) => !part.startsWith('_') && part !== 'index')
    .map((part) => part.replace(/_$/, ''))
    .map((part) => (part.startsWith('$') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')));
  return new RegExp(`^/${segments.join('/')}/*$`);
}

function screensOf(manifest: Manifest): Screen[] {
  const keys = new Map<string, string>();
  for (const key of Object.keys(manifest)) {
    const name = screenChunkPattern.exec(key)?.[1];
    // Folders of routes mean the same as dots in their names.
    if (name !== undefined) keys.set(name.replaceAll('/', '.'), key);
  }
  const screens = [...keys].flatMap(([name, key]): Screen[] => {
    const parts = name.split('.');
    // A layout is no screen, and the catch-all route needs no preload.
    if (parts.at(-1)?.startsWith('_') || name === '$') return [];
    const layouts = parts.map((_, index) => keys.get(parts.slice(0, index).join('.')) ?? '').filter(Boolean);
    const isMap = parts[0] === '_map' && parts.at(-1) === 'map';
    return [
      {
        pattern: patternOf(parts),
        parameters: parts.filter((part) => part.startsWith('$')).length,
        preloads: isMap
          ? preloadsOf(manifest, [earlyMap], [openingMap, ...layouts, key])
          : preloadsOf(manifest, [], [...layouts, key]),
      },
    ];
  });
  // Paths without parameters match first.
  return screens.sort((a, b) => a.parameters - b.parameters);
}

/**
 * Reads the manifest of the built client.
 * @param dist directory of the built client
 * @returns finds the preloads of a path; empty without a manifest, and for paths of no screen
 */
export function screenPreloads(dist: string): (pathname: string) => ScreenPreloads {
  const file = path.join(dist, '.vite', 'manifest.json');
  const screens = existsSync(file) ? screensOf(JSON.parse(readFileSync(file, 'utf8')) as Manifest) : [];
  return (pathname) => {
    const screenPath = pathname === '/' ? homePath : pathname;
    return screens.find(({ pattern }) => pattern.test(screenPath))?.preloads ?? noPreloads;
  };
}
