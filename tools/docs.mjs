/**
 * Words that cannot rot: every file that a page names must be there. Looks at links and at `paths/in/backticks` that begin
 * with one of our folders.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inRoot } from './paths.mjs';

const OURS = /^(apps|packages|tools|docs|e2e|bench)\/[\w./-]+$/;
/** Made by a build or a run, so not there in a fresh clone. */
const MADE = /\/(dist|node_modules|public\/map)(\/|$)/;

async function pages(folder) {
  const entries = await readdir(inRoot(folder), { withFileTypes: true, recursive: folder !== '' });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** What a page names, each as a path from the root. */
function namedIn(text, page) {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link]) =>
    join(dirname(page), link),
  );
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, words]) => words)
    .filter((words) => OURS.test(words) && !MADE.test(words))
    .map((path) => inRoot(path));
  return [...links, ...quoted];
}

const missing = [];
const all = [...(await pages('')), ...(await pages('docs'))];
for (const page of all) {
  const text = await readFile(page, 'utf8');
  for (const path of namedIn(text, page)) if (!existsSync(path)) missing.push(`${page}: there is no ${path}`);
}
for (const line of missing) console.log(line.replaceAll(`${inRoot('.')}/`, ''));
console.log(`${all.length} pages, ${missing.length} names of files that are not there`);
process.exitCode = missing.length === 0 ? 0 : 1;
