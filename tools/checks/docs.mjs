/**
 * Checks the documents and the citations in code.
 *
 * - Pages: every file of a link, and every `path/in/backticks` that begins with one of our folders, exists.
 * - Guide: every page is in the contents, every heading and screen that a link leads to exists, every picture is shown, has a
 *   description, and all of them together are small.
 * - Code and pages: every citation leads to a section, ruling or decision (`citations.mjs`).
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { findCitationFaults, readSections } from './citations.mjs';

const OWN_PATH = /^(apps|packages|tools|docs|e2e|bench)\/[\w./-]+$/;
/** Made by a build or a run, so not there in a fresh clone. */
const GENERATED_PATH = /\/(dist|node_modules|public\/map)(\/|$)/;
const GUIDE = inRoot('docs', 'guide');
/** Bytes of all pictures of the guide. */
const MAX_PICTURE_BYTES = 1_500_000;

async function listPages(folder) {
  const entries = await readdir(inRoot(folder), { withFileTypes: true, recursive: folder !== '' });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

const inGuide = (page) => page.startsWith(`${GUIDE}/`);
const linksIn = (text) => [...text.matchAll(/(!?)\[([^\]]*)\]\((?!https?:|mailto:)([^)\s]+)/g)];

/** What a page names, each as a path from the root. */
function referencedPaths(text, page) {
  const links = linksIn(text)
    .map(([, , , link]) => link.split('#')[0])
    .filter((link) => link !== '' && !(inGuide(page) && link.startsWith('/')))
    .map((link) => join(dirname(page), link));
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, words]) => words)
    .filter((words) => OWN_PATH.test(words) && !GENERATED_PATH.test(words))
    .map((path) => inRoot(path));
  return [...links, ...quoted];
}

/** The addresses of headings, as apps/server/src/help/markdown.ts makes them. */
const anchorsIn = (text) =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^##+ (.+)$/gm)].map(([, words]) =>
    words
      .replace(/[`*]|\]\([^)]*\)/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

/** Addresses of the app's screens and of what the server shows beside them. */
function readScreenPaths() {
  const routes = readFileSync(inRoot('apps/web/src/routeTree.gen.ts'), 'utf8');
  const list = /fullPaths:([\s\S]*?)\n {2}\w/.exec(routes)?.[1] ?? '';
  return new Set(
    [...list.matchAll(/'([^']+)'/g)]
      .map(([, path]) => path.replace(/(.)\/$/, '$1'))
      .concat('/docs', '/docs/json', '/help'),
  );
}

/** What is wrong with the guide's pages beside names of files. */
async function checkGuide() {
  const faults = [];
  const contents = JSON.parse(await readFile(join(GUIDE, 'contents.json'), 'utf8'));
  const listed = contents.flatMap((part) =>
    part.pages.map((page) => resolve(GUIDE, part.name, `${page}.md`)),
  );
  for (const page of listed)
    if (!existsSync(page)) faults.push(`docs/guide/contents.json: there is no ${page}`);
  const addresses = readScreenPaths();
  const used = new Set();
  for (const page of await listPages('docs/guide')) {
    const say = (fault) => faults.push(`${page}: ${fault}`);
    if (!listed.includes(page)) say('is not in docs/guide/contents.json');
    const text = await readFile(page, 'utf8');
    for (const [, mark, words, link] of linksIn(text)) {
      if (mark !== '') {
        used.add(basename(link));
        if (words.length < 10) say(`${link} needs words that tell what it shows`);
        continue;
      }
      const [target, anchor] = link.split('#');
      if (target.startsWith('/')) {
        if (!addresses.has(target)) say(`the app has no ${target}`);
        continue;
      }
      const file = target === '' ? page : join(dirname(page), target);
      if (anchor && existsSync(file) && !anchorsIn(readFileSync(file, 'utf8')).includes(anchor))
        say(`there is no heading #${anchor} in ${target || 'it'}`);
    }
  }
  const pictures = await readdir(join(GUIDE, 'pictures'));
  for (const name of pictures)
    if (!used.has(name)) faults.push(`docs/guide/pictures/${name}: no page shows it`);
  const bytes = pictures.reduce((sum, name) => sum + statSync(join(GUIDE, 'pictures', name)).size, 0);
  if (bytes > MAX_PICTURE_BYTES)
    faults.push(`docs/guide/pictures: ${bytes} bytes, at most ${MAX_PICTURE_BYTES}`);
  return faults;
}

const CITING_FOLDERS = ['apps', 'bench', 'deploy', 'docs', 'e2e', 'packages', 'tools'];
const CITING_FILE = /\.(tsx?|mjs|css|sql|sh|md|ya?ml)$/;
const SKIPPED_FOLDER = /\/(node_modules|dist|coverage|locales|assets|public\/map)(\/|$)/;

/** Citations that lead nowhere, in all code and all pages. */
async function checkCitations() {
  const targets = {
    api: readSections(await readFile(inRoot('docs/api-v3.md'), 'utf8')),
    spec: readSections(await readFile(inRoot('docs/spec.md'), 'utf8')),
    decisions: await readdir(inRoot('docs/decisions')),
  };
  const faults = [];
  for (const folder of CITING_FOLDERS) {
    const entries = await readdir(inRoot(folder), { withFileTypes: true, recursive: true });
    for (const entry of entries) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      if (!entry.isFile() || !CITING_FILE.test(path) || SKIPPED_FOLDER.test(path)) continue;
      if (basename(path).startsWith('citations.')) continue; // its examples are wrong on purpose
      for (const fault of findCitationFaults(await readFile(path, 'utf8'), targets))
        faults.push(`${path}: ${fault}`);
    }
  }
  return faults;
}

const problems = [];
const allPages = [...(await listPages('')), ...(await listPages('docs'))];
for (const page of allPages) {
  const text = await readFile(page, 'utf8');
  for (const path of referencedPaths(text, page))
    if (!existsSync(path)) problems.push(`${page}: there is no ${path}`);
}
problems.push(...(await checkGuide()), ...(await checkCitations()));
for (const line of problems) console.log(line.replaceAll(`${inRoot('.')}/`, ''));
console.log(`${allPages.length} pages, ${problems.length} faults`);
process.exitCode = problems.length === 0 ? 0 : 1;
