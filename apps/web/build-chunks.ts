/**
 * Code splitting. By default the bundler makes a file of every module that two screens share, and the report form came in
 * 165 files: on a slow connection each is a round trip, six at a time. The modules that a first visit needs are put into a
 * few files instead; everything else is split by default.
 */
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Modules = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;

const roots = {
  app: /src\/start\.tsx$/,
  map: /src\/routes\/_map\.tsx\?tsr-split=component/,
  report: /src\/routes\/_map\/posts\.create\.\$surveyId\.tsx\?tsr-split=component/,
} as const;

/** A module belongs to the first chunk whose root imports it. */
const chunkRoots = [
  /** The first API requests, sent before the app is loaded; also the entry script of the page. */
  { name: 'preload', root: /src\/main\.tsx$/ },
  /** The map's first picture, drawn while the app is loading. */
  { name: 'early-map', root: /src\/early-map\.ts$/ },
  { name: 'start', root: roots.app },
  { name: 'map', root: roots.map },
  { name: 'report', root: roots.report },
] as const;

/** Chunks by name; `map-base` is what the map's first picture shares with the map and the report form. */
type ChunkName = (typeof chunkRoots)[number]['name'] | 'map-base';

/** A module of the report form that at least this many chunks share gets into a chunk of its own. */
const minShareCount = 6;

/** Modules of the map that its first picture and its engine share: without a chunk of their own they would get several. */
const sharedMapModules =
  /[\\/]map-canvas[\\/](?:pins|engine[\\/]camera|style[\\/](?:draw-image|map-palette))/;

/** Libraries that export everything from one module. Which of their files are used follows from the imported names. */
const barrels = [
  { module: /@mantine[\\/]core[\\/]esm[\\/]index\.mjs$/, name: '@mantine/core' },
  { module: /@mantine[\\/]hooks[\\/]esm[\\/]index\.mjs$/, name: '@mantine/hooks' },
  { module: /icons-react[\\/]dist[\\/]esm[\\/]tabler-icons-react\.mjs$/, name: '@tabler/icons-react' },
];

/** The files of a barrel that a module imports; files are named after their export. Others are placed by the bundler. */
function importedBarrelFiles(barrel: { name: string; files: readonly string[] }, code: string): string[] {
  const imports = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${barrel.name}["']`, 'g');
  const names = [...code.matchAll(imports)].flatMap(([, list = '']) => list.split(','));
  const importedFiles = new Set(names.map((it) => `${it.trim().split(/\s/)[0]}.mjs`));
  return barrel.files.filter((it) => importedFiles.has(path.basename(it)));
}

function listImports(modules: Modules, id: string): string[] {
  const { importedIds = [], code } = modules.getModuleInfo(id) ?? {};
  return importedIds.flatMap((imported) => {
    const barrel = barrels.find(({ module }) => module.test(imported));
    if (!barrel) return imported;
    const files = modules.getModuleInfo(imported)?.importedIds ?? [];
    return importedBarrelFiles({ name: barrel.name, files }, code ?? '');
  });
}

/** All modules that the root imports statically. The root itself is not among them: it is loaded by its own file name. */
function collectImportClosure(modules: Modules, root: RegExp): Set<string> {
  const closure = new Set<string>();
  const rootId = [...modules.getModuleIds()].find((id) => root.test(id));
  if (rootId === undefined) throw new Error(`no module matches ${root}`);
  const pendingIds = listImports(modules, rootId);
  for (let id = pendingIds.pop(); id !== undefined; id = pendingIds.pop()) {
    if (closure.has(id)) continue;
    closure.add(id);
    pendingIds.push(...listImports(modules, id));
  }
  return closure;
}

/** @returns a plugin that collects the imports, and the chunk groups that are based on them */
export function createChunking(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const chunkOfModule = new Map<string, ChunkName>();
  const isIn = (name: ChunkName) => (id: string) => chunkOfModule.get(id) === name;
  const isOfDevice = (id: string) => isIn('report')(id) && /[\\/]blocks[\\/]device[\\/]/.test(id);
  // Screens without a report load the controls of its form.
  const isSharedControl = (id: string) => isIn('report')(id) && !isOfDevice(id);
  const isLibrary = (id: string) => /[\\/]node_modules[\\/]/.test(id);
  return {
    plugin: {
      name: 'waypost:chunks',
      apply: 'build',
      buildEnd(error) {
        if (error) return;
        const ofApp = collectImportClosure(this, roots.app);
        const ofScreens = [roots.map, roots.report].map((root) => collectImportClosure(this, root));
        // Neither the picture nor the app waits for what the other one needs alone.
        const splitFirstPicture = (id: string): ChunkName => {
          if (ofApp.has(id)) return 'preload';
          return ofScreens.some((it) => it.has(id)) ? 'map-base' : 'early-map';
        };
        for (const { name, root } of chunkRoots)
          for (const id of collectImportClosure(this, root))
            if (!chunkOfModule.has(id))
              chunkOfModule.set(id, name === 'early-map' ? splitFirstPicture(id) : name);
      },
    },
    groups: [
      { name: 'preload', test: isIn('preload'), priority: 8 },
      // A group takes what its modules import, too.
      { name: 'map-base', test: isIn('map-base'), priority: 7 },
      { name: 'early-map', test: isIn('early-map'), priority: 6 },
      // Changes only with the libraries: returning visitors often have it cached after an update.
      { name: 'libraries', test: (id) => isIn('start')(id) && isLibrary(id), priority: 5 },
      { name: 'start', test: isIn('start'), priority: 4 },
      { name: 'map', test: isIn('map'), priority: 3 },
      { name: 'map-pins', test: sharedMapModules, minShareCount: 2, priority: 3 },
      { name: 'form-controls', test: isSharedControl, minShareCount, priority: 3 },
      { name: 'device', test: isOfDevice, priority: 2 },
      { name: 'report', test: isIn('report'), priority: 1 },
    ],
  };
}
