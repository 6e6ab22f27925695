/**
 * Checks that every class that a component takes from a CSS module exists there (a missing class renders as `undefined`), and
 * that the style of every library component is imported by the entry or by the file that uses the component: else it depends
 * on the screens that were open before.
 */
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { listSourceFiles } from '../lib/source-files.mjs';

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;

/** Names of classes in a style sheet. */
const classesOf = (css) => new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name));

const ENTRY_STYLES = 'apps/web/src/ui/styles/styles.ts';
const LIBRARY_IMPORT = /import\s*\{([^}]*)\}\s*from '@mantine\/core'/g;
/** Components without a style of their own that use the one of another. `NativeSelect` has its arrow in global.css. */
const BORROWED_STYLES = {
  Select: 'Combobox',
  MultiSelect: 'Combobox',
  Autocomplete: 'Combobox',
  TagsInput: 'Combobox',
};
const entryStyles = readFileSync(inRoot(ENTRY_STYLES), 'utf8');

/** Library components of a file whose style neither the file nor the entry imports. */
const listUnstyled = (source) =>
  [...source.matchAll(LIBRARY_IMPORT)]
    .flatMap(([, names]) => names.split(',').map((name) => name.trim()))
    .filter((name) => {
      const style = `@mantine/core/styles/${BORROWED_STYLES[name] ?? name}.layer.css`;
      return (
        /^[A-Z]\w*$/.test(name) &&
        existsSync(inRoot(`node_modules/${style}`)) &&
        !entryStyles.includes(style) &&
        !source.includes(style)
      );
    });

const faults = [];
const files = listSourceFiles('apps/web/src').filter((file) => /\.tsx?$/.test(file));
for (const file of files) {
  const source = readFileSync(inRoot(file), 'utf8');
  if (!/\.test\.tsx?$/.test(file))
    for (const name of listUnstyled(source))
      faults.push(`${file}: imports no style for ${name}, nor does ${ENTRY_STYLES}`);
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
