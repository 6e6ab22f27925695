/**
 * Keys of the catalogue and their use: fails for a key that the client asks for and English lacks, and for one that nobody
 * asks for. Keys made at run time are declared in the file that makes them, in a comment: `keys: fault.* problem.*`.
 * Other languages may lack keys (English stands in) but have none of their own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { sourceFiles } from './source-files.mjs';

const folder = inRoot('apps/web/src/locales');
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

const flat = (words, prefix = '') =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : flat(value, `${prefix}${key}.`),
  );
const keysOf = (file) => flat(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')));

// English is in several files: the settings area and the activity screens bring their own words.
const english = new Set(['en.json', 'activity/en.json', 'settings/en.json'].flatMap(keysOf));
const singular = new Set([...english].map((key) => key.replace(PLURAL, '')));
const has = (key) => english.has(key) || singular.has(key);

const sources = sourceFiles('apps/web/src')
  .filter((path) => !/\.(?:test|gen)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(inRoot(path), 'utf8') }));

const faults = [];
const literals = new Set();
const prefixes = new Set();
for (const { path, text } of sources) {
  for (const [, key] of text.matchAll(/(?<![\w.])t\(\s*'([^']+)'/g))
    if (!has(key)) faults.push(`${path}: asks for "${key}", which en.json lacks`);
  for (const [, key] of text.matchAll(/i18nKey="([^"]+)"/g))
    if (!has(key)) faults.push(`${path}: asks for "${key}", which en.json lacks`);
  // Any quoted text that is a key counts as its use: keys are passed on as props, too.
  for (const [, literal] of text.matchAll(/['"]([\w-]+(?:\.[\w-]+)+)['"]/g)) literals.add(literal);
  for (const [, start] of text.matchAll(/`([\w-]+(?:\.[\w-]+)*\.)\$\{/g)) prefixes.add(start);
  for (const [, list] of text.matchAll(/keys: ((?:[\w.-]+\.\*\s*)+)/g))
    for (const pattern of list.trim().split(/\s+/)) prefixes.add(pattern.slice(0, -1));
}

const isUsed = (key) =>
  literals.has(key) ||
  literals.has(key.replace(PLURAL, '')) ||
  [...prefixes].some((prefix) => key.startsWith(prefix));
for (const key of english) if (!isUsed(key)) faults.push(`en.json: nobody asks for "${key}"`);

for (const file of readdirSync(folder).filter((it) => it.endsWith('.json') && it !== 'en.json'))
  for (const key of keysOf(file))
    if (!has(key.replace(PLURAL, ''))) faults.push(`${file}: "${key}" is not in en.json`);

for (const fault of faults) console.error(fault);
console.log(`${english.size} keys, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
