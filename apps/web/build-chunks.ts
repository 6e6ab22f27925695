/**
 * Which modules travel together. Left alone, the build makes a file of every module that two screens share, and the report
 * form came in 165 of them: on a slow line each is a round trip, six at a time. What a first visit needs is put into a few
 * files instead; everything else is split as the build likes.
 */
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Modules = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;

/** The first part that holds a module gets it. */
const chunkRoots = [
  /** What asks the server before the program is there, and is itself the page's script. */
  { name: 'preload', root: /src\/main\.tsx$/ },
  { name: 'start', root: /src\/start\.tsx$/ },
  { name: 'map', root: /src\/routes\/_map\.tsx\?tsr-split=component/ },
  { name: 'report', root: /src\/routes\/_map\/posts\.create\.\$surveyId\.tsx\?tsr-split=component/ },
] as const;

/** Screens that must share a part of the report form before it travels apart from the form. */
const minShareCount = 6;

/** Libraries that hand out everything from one module; what of them is used, the imported names say. */
const barrels = [
  { module: /@mantine[\\/]core[\\/]esm[\\/]index\.mjs$/, name: '@mantine/core' },
  { module: /@mantine[\\/]hooks[\\/]esm[\\/]index\.mjs$/, name: '@mantine/hooks' },
  { module: /icons-react[\\/]dist[\\/]esm[\\/]tabler-icons-react\.mjs$/, name: '@tabler/icons-react' },
];

/** What a module takes from a barrel: files are called by what they hold. The few that are not, the build places by itself. */
function importedBarrelFiles(barrel: { name: string; files: readonly string[] }, code: string): string[] {
  const imports = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${barrel.name}["']`, 'g');
  const names = [...code.matchAll(imports)].flatMap(([, list = '']) => list.split(','));
  const wanted = new Set(names.map((it) => `${it.trim().split(/\s/)[0]}.mjs`));
  return barrel.files.filter((it) => wanted.has(path.basename(it)));
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

/** All that has to be there before the root runs. It keeps a file of its own, by which others ask for it. */
function collectImportClosure(modules: Modules, root: RegExp): Set<string> {
  const closure = new Set<string>();
  const found = [...modules.getModuleIds()].find((id) => root.test(id));
  if (found === undefined) throw new Error(`no module is like ${root}`);
  const waiting = listImports(modules, found);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (closure.has(id)) continue;
    closure.add(id);
    waiting.push(...listImports(modules, id));
  }
  return closure;
}

/** @returns a plugin that learns what imports what, and the groups that are made of it */
export function createChunking(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const partOf = new Map<string, (typeof chunkRoots)[number]['name']>();
  const isIn = (name: (typeof chunkRoots)[number]['name']) => (id: string) => partOf.get(id) === name;
  const isLibrary = (id: string) => /[\\/]node_modules[\\/]/.test(id);
  return {
    plugin: {
      name: 'waypost:chunks',
      apply: 'build',
      buildEnd(error) {
        if (error) return;
        for (const { name, root } of chunkRoots)
          for (const id of collectImportClosure(this, root)) if (!partOf.has(id)) partOf.set(id, name);
      },
    },
    groups: [
      { name: 'preload', test: isIn('preload'), priority: 6 },
      // Changes with the libraries alone: who comes back after an update has it already.
      { name: 'libraries', test: (id) => isIn('start')(id) && isLibrary(id), priority: 5 },
      { name: 'start', test: isIn('start'), priority: 4 },
      { name: 'map', test: isIn('map'), priority: 3 },
      { name: 'controls', test: isIn('report'), minShareCount: minShareCount, priority: 2 },
      { name: 'report', test: isIn('report'), priority: 1 },
    ],
  };
}
