/** Rules of the journeys (`e2e/*.spec.ts`), so that `npm test` stays fast and passes on a slow machine. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';

/** Capabilities, and the spec files of which at least one has a journey that `npm test` runs. */
const CAPABILITIES = {
  'report, publish, pin': ['report-to-pin'],
  'survey form': ['survey-form'],
  'list and filters': ['browsing'],
  map: ['map'],
  'detail and editing': ['post-editing'],
  'collections and saved searches': ['collections'],
  notifications: ['notifications'],
  activity: ['activity'],
  'survey builder': ['survey-builder'],
  settings: ['settings'],
  'users and roles': ['users-and-roles'],
  import: ['data-import'],
  export: ['data-export'],
  'data sources': ['data-sources'],
  mail: ['mail'],
  'messages and targeted surveys': ['targeted-surveys'],
  webhooks: ['webhooks'],
  'account and login': ['account'],
  'private data of contacts': ['contact-data'],
  'protection of reporters': ['abuse'],
  'search for places': ['place-search'],
  offline: ['offline'],
  'languages and right-to-left': ['languages'],
  accessibility: ['accessibility'],
  embedding: ['embed'],
  navigation: ['shell'],
  help: ['help'],
  'first run': ['setup-assistant'],
  'start and stop': ['start-and-stop'],
  backup: ['backup'],
  status: ['status'],
  'setup check': ['verifier'],
};

/** Limits the duration of `npm test`: a new core journey replaces another, or this number is raised deliberately. */
const MAX_CORE = 38;

const folder = inRoot('e2e');
const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
const sources = new Map(
  await Promise.all(files.map(async (name) => [name, await readFile(inRoot('e2e', name), 'utf8')])),
);

/** Title and tags of each journey of a file. */
const journeysIn = (text) =>
  [...text.matchAll(/(?<![.\w])test\(\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`),(.*?)async/gs)].map(
    ([, plain, pattern, between]) => ({
      title: plain ?? pattern,
      tags: [...between.matchAll(/@\w+/g)].map(([tag]) => tag),
    }),
  );

const journeys = [...sources].flatMap(([file, text]) =>
  file.endsWith('.spec.ts') ? journeysIn(text).map((it) => ({ ...it, file })) : [],
);

describe('journeys', () => {
  it('are each run by npm test (@core), by .ci/run too (@full), or by npm run test:all alone (@slow)', () => {
    const runTags = ['@core', '@full', '@slow'];
    const undecided = journeys.filter(({ tags }) => runTags.filter((tag) => tags.includes(tag)).length !== 1);
    expect(undecided).toEqual([]);
    for (const [file, text] of sources)
      if (file.endsWith('.spec.ts'))
        expect(journeysIn(text), `${file}: test(title, { tag: … }, async …)`).toHaveLength(
          text.match(/(?<![.\w])test\(/g)?.length ?? 0,
        );
  });

  it('stand for each capability in npm test', () => {
    const core = journeys.filter(({ tags }) => tags.includes('@core'));
    const covered = new Set(core.map(({ file }) => path.basename(file, '.spec.ts')));
    const missing = Object.entries(CAPABILITIES).filter(([, specs]) => !specs.some((it) => covered.has(it)));
    expect(missing).toEqual([]);
    expect(core.length).toBeLessThanOrEqual(MAX_CORE);
  });

  it('wait only as long as TEST_TIME_SCALE says, and for something', () => {
    const limit = /(?:\btimeout: ?|etTimeout\(|DefaultTimeout\()\d|waitForTimeout/;
    const unscaledLimits = [...sources].flatMap(([file, text]) =>
      text.split('\n').flatMap((line, at) => (limit.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    );
    expect(unscaledLimits).toEqual([]);
  });
});
