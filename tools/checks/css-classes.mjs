/** Checks that every class that a component takes from a CSS module exists there. A missing class renders as `undefined`. */
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { listSourceFiles } from '../lib/source-files.mjs';

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;

/** Names of classes in a style sheet. */
const classesOf = (css) => new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name));

const faults = [];
const files = listSourceFiles('apps/web/src').filter((file) => /\.tsx?$/.test(file));
for (const file of files) {
  const source = readFileSync(inRoot(file), 'utf8');
  for (const [, variable, specifier] of source.matchAll(IMPORT)) {
    const sheet = posix.join(posix.dirname(file), specifier);
    if (!existsSync(inRoot(sheet))) {
      faults.push(`${file}: there is no ${sheet}`);
      continue;
    }
    const definedClasses = classesOf(readFileSync(inRoot(sheet), 'utf8'));
    for (const [, name] of source.matchAll(new RegExp(`\\b${variable}\\['([\\w-]+)'\\]`, 'g')))
      if (!definedClasses.has(name)) faults.push(`${file}: ${posix.basename(sheet)} has no class ${name}`);
  }
}
for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
