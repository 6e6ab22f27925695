/**
 * Checks that imports point only downwards (floor-rules.mjs), that they form no circle, and that files keep
 * to the house's names and sizes. Prints one line for each thing found; the exit code is 1 when one of them
 * is forbidden.
 */
import { readFileSync } from 'node:fs';
import { DOMAINS, isTesting, whyForbidden } from './floor-rules.mjs';
import { findCycles, importsIn, resolveImport } from './imports.mjs';
import { inRoot } from './paths.mjs';
import { sourceFiles } from './source-files.mjs';

const SMELL = 300;
const TOO_LONG = 400;

const files = ['packages', 'apps'].flatMap(sourceFiles);
const graph = new Map();
const faults = [];
const warnings = [];

for (const file of files) {
  const source = readFileSync(inRoot(file), 'utf8');
  const targets = importsIn(source).map((specifier) => resolveImport(file, specifier));
  graph.set(file, targets);
  for (const target of targets) {
    const reason = whyForbidden(file, target);
    if (reason) faults.push(`${file}: imports ${target}: ${reason}`);
  }
  checkName(file);
  checkLength(file, source);
}
for (const cycle of findCycles(graph))
  faults.push(`${cycle[0]}: imports itself: ${[...cycle, cycle[0]].join(' -> ')}`);

for (const warning of warnings) console.warn(`warning: ${warning}`);
for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${faults.length} faults, ${warnings.length} warnings`);
process.exitCode = faults.length > 0 ? 1 : 0;

function checkName(file) {
  // A route's file is named after its address, and the address of a folder is its index.
  const isRoute = file.startsWith('apps/web/src/routes/');
  if (/(^|\/)index\.tsx?$/.test(file) && !isRoute) {
    faults.push(`${file}: named index: import the file that has what you need`);
  }
  if (/(^|\/)utils?(\/|\.)/.test(file)) {
    faults.push(`${file}: "utils" says nothing: name it after what it does`);
  }
  const folder = /^apps\/server\/src\/([^/]+)\//.exec(file)?.[1];
  const known = [...DOMAINS, 'kernel', 'migrations', 'testing', 'demo'];
  if (folder && !known.includes(folder) && !isTesting(file)) {
    faults.push(`${file}: "${folder}" is not listed as a domain in tools/floor-rules.mjs`);
  }
}

function checkLength(file, source) {
  if (file.endsWith('.gen.ts') || file.includes('/locales/')) return;
  const lines = source.split('\n').length - 1;
  if (lines > TOO_LONG) faults.push(`${file}: ${lines} lines: split it, ${TOO_LONG} is the most`);
  else if (lines > SMELL) warnings.push(`${file}: ${lines} lines`);
}
