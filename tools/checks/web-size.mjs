/**
 * The download sizes of the client's build: the entry that every page needs, and the total of each screen. Fails above
 * the budgets below. Build first: `npx vite build` in apps/web. With `--json` it prints the rows for a program to read.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inRoot } from '../lib/paths.mjs';

/** Kilobytes after gzip. */
const BUDGET_KB = { entryScript: 227, entryStyle: 16, route: 328, openingMap: 22, map: 447 };

const isJsonOutput = process.argv.includes('--json');
const dist = inRoot('apps/web/dist');
const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'));

const measured = new Map();
function size(file) {
  if (!measured.has(file))
    measured.set(file, gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length / 1000);
  return measured.get(file);
}
const sumSizes = (files) => [...files].reduce((sum, file) => sum + size(file), 0);

/** The chunks that a chunk imports, and their styles. */
function importClosure(key, scripts = new Set(), styles = new Set()) {
  const chunk = manifest[key];
  if (!chunk || scripts.has(chunk.file)) return { scripts, styles };
  scripts.add(chunk.file);
  for (const style of chunk.css ?? []) styles.add(style);
  for (const imported of chunk.imports ?? []) importClosure(imported, scripts, styles);
  return { scripts, styles };
}

const difference = (files, others) => new Set([...files].filter((file) => !others.has(file)));
const union = (a, b) => new Set([...a, ...b]);

const problems = [];
const rows = [];
function addRow(name, script, style, limit) {
  const over = script > limit;
  rows.push({ name, script, style, over });
  if (over) problems.push(`${name}: ${script.toFixed(3)} kB of script, at most ${limit}`);
}

const keys = Object.keys(manifest);
// The page's first script only sends requests and loads the rest of the entry.
const entry = importClosure(keys.find((key) => manifest[key].isEntry));
importClosure('src/start.tsx', entry.scripts, entry.styles);
addRow('entry', sumSizes(entry.scripts), sumSizes(entry.styles), BUDGET_KB.entryScript);
if (sumSizes(entry.styles) > BUDGET_KB.entryStyle)
  problems.push(`entry: ${sumSizes(entry.styles).toFixed(1)} kB of style, at most ${BUDGET_KB.entryStyle}`);

const isMap = (key) => /maplibre|map-engine/.test(key);
const routeKeys = keys.filter((key) => /src\/routes\/.*tsr-split=component/.test(key));
const layout = routeKeys.find((key) => key.includes('/_map.tsx'));
const mapLayoutFiles = layout ? importClosure(layout) : { scripts: new Set(), styles: new Set() };

for (const key of routeKeys.sort()) {
  const own = importClosure(key);
  const under = key.includes('/_map/') ? mapLayoutFiles : { scripts: new Set(), styles: new Set() };
  const scripts = union(union(entry.scripts, under.scripts), own.scripts);
  const styles = union(union(entry.styles, under.styles), own.styles);
  const name = key.replace('src/routes/', '').replace('.tsx?tsr-split=component', '');
  addRow(name, sumSizes(scripts), sumSizes(styles), BUDGET_KB.route);
}

const loadedByLayout = union(entry.scripts, mapLayoutFiles.scripts);
const opening = importClosure(keys.find((key) => key.endsWith('/opening/opening-map.tsx')));
const openingScripts = difference(opening.scripts, loadedByLayout);
addRow(
  "the map's first picture, on top",
  sumSizes(openingScripts),
  sumSizes(opening.styles),
  BUDGET_KB.openingMap,
);

// The map is loaded after the texts and the first picture: its chunks and its worker are added.
const mapKeys = keys.filter((key) => isMap(key) && manifest[key].isDynamicEntry);
if (mapKeys.length > 0) {
  const chunks = mapKeys.map((key) => importClosure(key));
  const scripts = difference(
    chunks.map((it) => it.scripts).reduce(union, new Set()),
    union(loadedByLayout, openingScripts),
  );
  const styles = chunks.map((it) => it.styles).reduce(union, new Set());
  const workers = readdirSync(`${dist}/assets`).filter((file) => /worker.*\.m?js$/.test(file));
  const all = union(scripts, new Set(workers.map((file) => `assets/${file}`)));
  addRow('the map and its worker, on top', sumSizes(all), sumSizes(styles), BUDGET_KB.map);
}

if (isJsonOutput) console.log(JSON.stringify(rows));
else {
  const line = (mark, name, script, style) =>
    console.log(`${mark} ${name.padEnd(58)} ${script.padStart(7)} ${style.padStart(6)}`);
  line('    ', 'kB after gzip', 'script', 'style');
  for (const { name, script, style, over } of rows)
    line(over ? 'OVER' : '    ', name, script.toFixed(1), style.toFixed(1));
}
for (const fault of problems) console.error(`\n${fault}`);
process.exitCode = problems.length === 0 ? 0 : 1;
