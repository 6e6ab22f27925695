/**
 * Which files of the built client a screen needs before it can be drawn, by its address: the page names them, and a browser
 * fetches them all at once instead of one layer after the other. They are the program alone, the same for everybody.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Of Vite's manifest, what is read of a chunk. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** Paths from the server's root. */
export interface ScreenPreloads {
  scripts: string[];
  styles: string[];
}

interface Screen {
  pattern: RegExp;
  parameters: number;
  preloads: ScreenPreloads;
}

const screenChunkPattern = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/;
const noPreloads: ScreenPreloads = { scripts: [], styles: [] };

function preloadsOf(manifest: Manifest, keys: readonly string[]): ScreenPreloads {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const walk = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(`/${chunk.file}`)) return;
    scripts.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) walk(imported);
    for (const style of chunk.css ?? []) styles.add(`/${style}`);
  };
  for (const key of keys) walk(key);
  return { scripts: [...scripts], styles: [...styles] };
}

/** `_map.posts.create.$replacedBySurveyId` is at `/posts/create/7`; a part that ends in `_` stands beside its layout, not in it. */
function patternOf(parts: readonly string[]): RegExp {
  const segments = parts
    .filter((it) => !it.startsWith('_') && it !== 'index')
    .map((it) => it.replace(/_$/, ''))
    .map((it) => (it.startsWith('$') ? '[^/]+' : it.replace(/[^\w-]/g, '\\$&')));
  return new RegExp(`^/${segments.join('/')}/*$`);
}

function screensOf(manifest: Manifest): Screen[] {
  const keys = new Map<string, string>();
  for (const key of Object.keys(manifest)) {
    const name = screenChunkPattern.exec(key)?.[1];
    if (name !== undefined) keys.set(name, key);
  }
  const screens = [...keys].flatMap(([name, key]): Screen[] => {
    const names = name.split('.');
    // A layout is no screen, and what takes every other address is none that somebody waits for.
    if (names.at(-1)?.startsWith('_') || name === '$') return [];
    const layouts = names.map((_, at) => keys.get(names.slice(0, at).join('.')) ?? '').filter(Boolean);
    return [
      {
        pattern: patternOf(names),
        parameters: names.filter((it) => it.startsWith('$')).length,
        preloads: preloadsOf(manifest, [...layouts, key]),
      },
    ];
  });
  // What names every part of its address comes before what takes any.
  return screens.sort((a, b) => a.parameters - b.parameters);
}

/**
 * @param dist where the built client is
 * @returns tells the parts of the screen at a path; none for a client without a manifest, and for addresses that are no screen's
 */
export function screenPreloads(dist: string): (pathname: string) => ScreenPreloads {
  const file = path.join(dist, '.vite', 'manifest.json');
  const screens = existsSync(file) ? screensOf(JSON.parse(readFileSync(file, 'utf8')) as Manifest) : [];
  return (pathname) => screens.find(({ pattern }) => pattern.test(pathname))?.preloads ?? noPreloads;
}
