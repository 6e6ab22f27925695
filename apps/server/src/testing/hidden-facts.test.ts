/**
 * What is hidden of a post cannot be told from its absence, on any way by which posts leave: two deployments that differ in one
 * hidden fact give outsiders the same answers, byte for byte, headers too.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpointGroups } from '@waypost/contract/endpoints';
import type { ExportJob } from '@waypost/contract/exports';
import { PostFilters } from '@waypost/contract/post-filters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { filterValues, pages, reads } from './channels.ts';
import {
  type Facts,
  facts,
  type Outsider,
  otherFacts,
  outsiders,
  type Scene,
  startScene,
} from './hidden-facts.fixture.ts';

/** Milliseconds: some thousands of requests, on a machine that has other things to do. */
const patience = 600_000;
const endpoints = Object.values(endpointGroups).flat();

/** What differs between two deployments that are alike: chance, and the time of the test itself. */
const normalised = (text: string): string =>
  text
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UUID')
    .replaceAll(/\b[0-9a-f]\/[0-9a-f]\/[0-9a-f]{32}\b/g, 'CHANCE')
    .replaceAll(/\b[0-9a-f]{32}\b/g, 'CHANCE')
    // Slugs end in it.
    .replaceAll(/-[0-9a-f]{12}\b/g, '-CHANCE')
    // Files of exports, and the port of the program that is told.
    .replaceAll(/\d{8}-[\w-]{40}\./g, 'CHANCE.')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'RECEIVER')
    .replaceAll(/until=\d+&(amp;)?seal=[\w-]+/g, 'SEALED')
    .replaceAll(new RegExp(`${new Date().toISOString().slice(0, 10)}[T ][\\d:.]+`, 'g'), 'NOW')
    .replaceAll(/\b1[6-9]\d{8}\b/g, 'NOW');

interface Headers {
  readonly [name: string]: unknown;
}
/** All but those that name the moment of the answer, the policy's nonce and what is left of the caller's allowance. */
const headersOf = (headers: Headers): string =>
  Object.entries(headers)
    .filter(([name]) => !['date', 'content-security-policy', 'ratelimit'].includes(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .sort()
    .join('\n');

let webDist: string;
let requests = 0;

async function ask(scene: Scene, who: Outsider, url: string) {
  const token = scene.tokens.get(who);
  return scene.app.inject({
    url,
    remoteAddress: `192.0.2.${requests++ % 250}`,
    headers: {
      accept: 'application/json, text/html',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  });
}

type Answers = Map<string, string>;

async function keep(answers: Answers, scene: Scene, who: Outsider, url: string) {
  const answer = await ask(scene, who, url);
  const type = String(answer.headers['content-type']);
  const body = /json|text|xml/.test(type) ? answer.body : answer.rawPayload.toString('base64');
  answers.set(`${who} ${url}`, normalised(`${answer.statusCode}\n${body}\n${headersOf(answer.headers)}`));
  return answer;
}

/** Archives by what is in them: their own bytes hold the moment at which they were written. */
async function contentOfZip(bytes: Buffer): Promise<string> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const lines: string[] = [];
  for await (const entry of zip.eachEntry()) {
    const hash = createHash('sha256');
    for await (const piece of await zip.openReadStreamPromise(entry)) hash.update(piece as Buffer);
    lines.push(
      `${entry.fileName} ${entry.uncompressedSize} ${entry.getLastModDate().toISOString()} ${hash.digest('hex').slice(0, 12)}`,
    );
  }
  return lines.sort().join('\n');
}

/** The files of every export that somebody with the bulk permission may ask for. */
async function exportsOf(scene: Scene, answers: Answers): Promise<void> {
  const authorization = `Bearer ${scene.tokens.get('exporter')}`;
  for (const [format, more] of [
    ['csv', {}],
    ['csv', { include_hxl: true }],
    ['geojson', {}],
    ['media', {}],
  ] as const) {
    const payload = { entity_type: 'post', send_to_browser: true, format, ...more };
    const made = await scene.app.inject({
      method: 'POST',
      url: '/api/v3/exports/jobs',
      headers: { authorization },
      payload,
    });
    await scene.jobs.workOff();
    const answer = await scene.app.inject({
      url: `/api/v3/exports/jobs/${made.json<ExportJob>().id}`,
      headers: { authorization },
    });
    const job = answer.json<ExportJob>();
    const file = await scene.app.inject({ url: (job.url ?? '/').replace('https://report.example.org', '') });
    const body = format === 'media' ? await contentOfZip(file.rawPayload) : file.body;
    // Written a moment ago: its time and the validator made from it differ. Archives may differ by a byte of what was compressed.
    const { 'content-length': length, etag: _etag, 'last-modified': _modified, ...headers } = file.headers;
    const told = { ...job, file_size: format === 'media' ? 0 : job.file_size };
    answers.set(
      `exporter export ${format} ${JSON.stringify(more)}`,
      normalised(
        `${JSON.stringify(told)}\n${headersOf(format === 'media' ? headers : { ...headers, 'content-length': length })}\n${body}`,
      ),
    );
  }
}

/** Files of pictures at the addresses that the answers tell, and at those that somebody may have kept. */
async function filesOf(scene: Scene, answers: Answers): Promise<void> {
  for (const name of ['photo', 'proof', 'shown', 'unseen'])
    for (const who of outsiders) {
      const row = await ask(scene, who, `/api/v3/media/${scene.ids[name]}`);
      if (row.statusCode !== 200) continue;
      const { original_file_url, thumbnail_url } = row.json<{
        original_file_url: string;
        thumbnail_url: string;
      }>();
      for (const [kind, address] of [
        ['whole', original_file_url],
        ['small', thumbnail_url],
      ] as const) {
        const file = await ask(scene, 'passer-by', address.replace('https://report.example.org', ''));
        const text = `${file.statusCode}\n${headersOf(file.headers)}\n${file.rawPayload.toString('base64')}`;
        answers.set(`${who} file ${name} ${kind}`, normalised(text));
      }
    }
}

/** Mails to somebody who follows the posts, and what programs were told. */
async function sentBy(scene: Scene, answers: Answers): Promise<void> {
  const mails = await scene.db
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'text', 'html'])
    .orderBy('id')
    .execute();
  const told = mails.filter(({ recipient }) => recipient === 'subscriber@example.org');
  // Each mail has a link of its own that ends the subscription.
  const plain = JSON.stringify(told).replaceAll(/unsubscribe\/[\w.-]+/g, 'unsubscribe/KEY');
  answers.set('member mail', normalised(plain));
  answers.set('settings manager webhook', normalised(scene.delivered.join('\n')));
}

/** The first addresses of an endpoint are asked by everybody; the long lists of filters by one outsider of each endpoint. */
function askedBy(name: string, at: number): readonly Outsider[] {
  // Who manages surveys is told how many posts lose their answers with a question, whatever their status.
  if (name === 'countAnswers') return outsiders.filter((who) => who !== 'settings manager');
  if (at < 5) return outsiders;
  if (name === 'exportPosts') return ['exporter'];
  return name === 'listPosts' ? ['visitor', 'settings manager'] : ['visitor'];
}

/** Everything that outsiders get out of a deployment. */
async function answersOf(told: Facts): Promise<Answers> {
  const scene = await startScene(told, webDist);
  try {
    const answers: Answers = new Map();
    await sentBy(scene, answers);
    for (const [name, asks] of Object.entries(reads)) {
      for (const [at, url] of asks(scene).entries())
        for (const who of askedBy(name, at)) await keep(answers, scene, who, `/api/v3${url}`);
    }
    for (const url of pages(scene)) await keep(answers, scene, 'passer-by', url);
    await filesOf(scene, answers);
    await exportsOf(scene, answers);
    return answers;
  } finally {
    await scene.close();
  }
}

/** Where two texts part. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - 60);
  return `…${one.slice(from, at + 60)} | …${other.slice(from, at + 60)}`.replaceAll('\n', ' ');
}

function differences(one: Answers, other: Answers): string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].flatMap((name) => {
    const [before = 'nothing', after = 'nothing'] = [one.get(name), other.get(name)];
    return before === after ? [] : [`${name}: ${difference(before, after)}`];
  });
}

let baseline: Answers;
beforeAll(async () => {
  webDist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  await writeFile(
    path.join(webDist, 'index.html'),
    '<html><head><title>Waypost</title></head><body></body></html>',
  );
  baseline = await answersOf(facts);
}, patience);
afterAll(() => rm(webDist, { recursive: true, force: true }));

test('every endpoint that reads and every filter is in the tables, and nothing else', () => {
  const reading = endpoints.filter(({ kind }) => kind === 'reads').map(({ name }) => name);
  expect(Object.keys(reads).sort()).toEqual(reading.sort());
  expect(Object.keys(filterValues).sort()).toEqual(Object.keys(PostFilters.shape).sort());
});

/** The facts that are otherwise: all of them, or for a closer look `HIDDEN_FACT=author`; `none` shows what differs by chance. */
const asked = process.env['HIDDEN_FACT'];
const others: Partial<Facts> =
  asked === undefined ? otherFacts : asked === 'none' ? {} : { [asked]: otherFacts[asked as keyof Facts] };

test(
  'outsiders cannot tell which of two deployments they ask',
  async () => {
    const answers = await answersOf({ ...facts, ...others });
    expect(baseline.size).toBeGreaterThan(500);
    expect(differences(baseline, answers)).toEqual([]);
  },
  patience,
);
