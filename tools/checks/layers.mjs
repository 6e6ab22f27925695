/**
 * Checks that imports point only downwards (layer-rules.mjs) and form no cycle, and that names and sizes of files follow
 * docs/style.md. Prints one line for each fault or warning; the exit code is 1 if there is a fault.
 */
import { readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';
import { listSourceFiles } from '../lib/source-files.mjs';
import { findCycles, importsIn, resolveImport } from './imports.mjs';
import { DOMAINS, forbiddenImportReason, isTesting } from './layer-rules.mjs';

const WARN_LINES = 300;
const MAX_LINES = 400;

const files = ['packages', 'apps'].flatMap(listSourceFiles);
const graph = new Map();
const problems = [];
const warnings = [];

for (const file of files) {
  const source = readFileSync(inRoot(file), 'utf8');
  const targets = importsIn(source).map((specifier) => resolveImport(file, specifier));
  graph.set(file, targets);
  for (const target of targets) {
    const reason = forbiddenImportReason(file, target);
    if (reason) problems.push(`${file}: imports ${target}: ${reason}`);
  }
  checkName(file);
  checkLength(file, source);
}
for (const cycle of findCycles(graph))
  problems.push(`${cycle[0]}: imports itself: ${[...cycle, cycle[0]].join(' -> ')}`);

for (const warning of warnings) console.warn(`warning: ${warning}`);
for (const fault of problems) console.error(fault);
console.log(`${files.length} files, ${problems.length} faults, ${warnings.length} warnings`);
process.exitCode = problems.length > 0 ? 1 : 0;

function checkName(file) {
  // The file of a route is named after its path; that of a folder is its index.
  const isRoute = file.startsWith('apps/web/src/routes/');
  if (/(^|\/)index\.tsx?$/.test(file) && !isRoute) {
    problems.push(`${file}: named index: import the file that declares it`);
  }
  if (/(^|\/)utils?(\/|\.)/.test(file)) {
    problems.push(`${file}: name it after what it does, not "utils"`);
  }
  const folder = /^apps\/server\/src\/([^/]+)\//.exec(file)?.[1];
  const knownFolders = [...DOMAINS, 'kernel', 'migrations', 'testing', 'demo'];
  if (folder && !knownFolders.includes(folder) && !isTesting(file)) {
    problems.push(`${file}: "${folder}" is not listed as a domain in tools/checks/layer-rules.mjs`);
  }
}

function checkLength(file, source) {
  if (file.endsWith('.gen.ts') || file.includes('/locales/')) return;
  const lines = source.split('\n').length - 1;
  if (lines > MAX_LINES) problems.push(`${file}: ${lines} lines: split it, at most ${MAX_LINES}`);
  else if (lines > WARN_LINES) warnings.push(`${file}: ${lines} lines`);
}
