/**
 * Hidden facts cannot be inferred from any outlet: two deployments that differ in one hidden fact give outsiders
 * identical responses, including headers.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PostFilters } from '@waypost/contract/browse/post-filters';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import type { ExportJob } from '@waypost/contract/exports/exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { readZipPart } from '../read-zip-part.ts';
import { filterValues, pageUrls, readUrls } from './data-outlets.ts';
import {
  type ComparedCaller,
  type Facts,
  facts,
  type Outsider,
  otherFacts,
  outsiders,
  type Scene,
  startScene,
  teamMember,
} from './hidden-facts.fixture.ts';

/** For some thousands of requests on a busy machine. */
const timeoutMs = 600_000;
const endpoints = Object.values(endpointGroups).flat();
/** It may begin before midnight and end after it. */
const testDays = [0, timeoutMs].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));

/** Removes what differs between identical deployments: random values and the time of the test. */
const normaliseResponse = (text: string): string =>
  text
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UUID')
    .replaceAll(/\b[0-9a-f]\/[0-9a-f]\/[0-9a-f]{32}\b/g, 'CHANCE')
    .replaceAll(/\b[0-9a-f]{32}\b/g, 'CHANCE')
    // Slugs end with a random part.
    .replaceAll(/-[0-9a-f]{12}\b/g, '-CHANCE')
    // File names of exports, and the port of the webhook receiver.
    .replaceAll(/\d{8}-[\w-]{40}\./g, 'CHANCE.')
    .replaceAll(/posts-\d{8}\./g, 'posts-TODAY.')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'RECEIVER')
    // The seconds until the address of a file expires.
    .replaceAll(/\bmax-age=\d{3,5}\b/g, 'max-age=SOON')
    // Groups of the review queue are relative to now.
    .replaceAll(/"created_(?:after|before)":"[^"]+"/g, '"created":"NOW"')
    .replaceAll(/until=\d+&(amp;)?seal=[\w-]+/g, 'SEALED')
    .replaceAll(new RegExp(`(?:${testDays.join('|')})[T ][\\d:.]+`, 'g'), 'NOW')
    .replaceAll(/\b1[6-9]\d{8}\b/g, 'NOW')
    // Codes of reporters are random.
    .replaceAll(/"code":"[0-9a-f]{6}"/g, '"code":"CHANCE"');

interface Headers {
  readonly [name: string]: unknown;
}
/** All headers except the date, the nonce of the policy and the rate limit. */
const formatHeaders = (headers: Headers): string =>
  Object.entries(headers)
    .filter(([name]) => !['date', 'content-security-policy', 'ratelimit'].includes(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .sort()
    .join('\n');

let webDist: string;
let requestCount = 0;

async function requestAs(scene: Scene, who: ComparedCaller, url: string) {
  const token = scene.tokens.get(who);
  const send = () =>
    scene.fastify.inject({
      url,
      remoteAddress: `192.0.2.${requestCount++ % 250}`,
      headers: {
        accept: 'application/json, text/html',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    });
  let response = await send();
  // On a machine that stands still for a moment, the server refuses requests for a second: that tells nothing about the facts.
  for (let tries = 0; response.statusCode === 503 && tries < 20; tries++) {
    await wait(500);
    response = await send();
  }
  return response;
}

type RecordedResponses = Map<string, string>;

async function recordResponse(answers: RecordedResponses, scene: Scene, who: ComparedCaller, url: string) {
  const response = await requestAs(scene, who, url);
  const type = String(response.headers['content-type']);
  const body = /json|text|xml/.test(type) ? response.body : response.rawPayload.toString('base64');
  answers.set(
    `${who} ${url}`,
    normaliseResponse(`${response.statusCode}\n${body}\n${formatHeaders(response.headers)}`),
  );
  return response;
}

/** Describes an archive by its entries, since its bytes contain the time of writing. */
async function describeZip(bytes: Buffer): Promise<string> {
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

/** The cells of a workbook. Times, which are parts of a day, differ. */
const describeWorkbook = async (bytes: Buffer): Promise<string> =>
  (await readZipPart(bytes, 'xl/worksheets/sheet1.xml')).replace(/<v>4\d{4}\.\d+<\/v>/g, '<v>time</v>');

/** Records the file of every export that a user with the bulk permission can create. */
async function recordExports(
  scene: Scene,
  answers: RecordedResponses,
  exporter: ComparedCaller,
): Promise<void> {
  const authorization = `Bearer ${scene.tokens.get(exporter)}`;
  for (const [format, more] of [
    ['csv', {}],
    ['csv', { include_hxl: true }],
    ['xlsx', {}],
    ['geojson', {}],
    ['media', {}],
  ] as const) {
    const payload = { entity_type: 'post', send_to_browser: true, format, ...more };
    const created = await scene.fastify.inject({
      method: 'POST',
      url: '/api/v3/exports/jobs',
      headers: { authorization },
      payload,
    });
    await scene.jobs.runPending();
    const response = await scene.fastify.inject({
      url: `/api/v3/exports/jobs/${created.json<ExportJob>().id}`,
      headers: { authorization },
    });
    const job = response.json<ExportJob>();
    const file = await scene.fastify.inject({
      url: (job.url ?? '/').replace('https://report.example.org', ''),
    });
    const isArchive = format === 'media' || format === 'xlsx';
    const bodies = {
      csv: () => file.body,
      geojson: () => file.body,
      media: () => describeZip(file.rawPayload),
      xlsx: () => describeWorkbook(file.rawPayload),
    };
    const body = await bodies[format]();
    // Times and validators of new files differ. The length of an archive may differ by a byte after compression.
    const { 'content-length': length, etag: _etag, 'last-modified': _modified, ...headers } = file.headers;
    const shownJob = { ...job, file_size: isArchive ? 0 : job.file_size };
    answers.set(
      `exporter export ${format} ${JSON.stringify(more)}`,
      normaliseResponse(
        `${JSON.stringify(shownJob)}\n${formatHeaders(isArchive ? headers : { ...headers, 'content-length': length })}\n${body}`,
      ),
    );
  }
}

/** Records the pictures at the URLs in responses, and at URLs that a client may have kept. */
async function recordFiles(
  scene: Scene,
  answers: RecordedResponses,
  callers: readonly ComparedCaller[],
): Promise<void> {
  for (const name of ['photo', 'proof', 'shown', 'unseen'])
    for (const who of callers) {
      const row = await requestAs(scene, who, `/api/v3/media/${scene.ids[name]}`);
      if (row.statusCode !== 200) continue;
      const { original_file_url, thumbnail_url } = row.json<{
        original_file_url: string;
        thumbnail_url: string;
      }>();
      for (const [kind, address] of [
        ['whole', original_file_url],
        ['small', thumbnail_url],
      ] as const) {
        const file = await requestAs(scene, 'passer-by', address.replace('https://report.example.org', ''));
        const text = `${file.statusCode}\n${formatHeaders(file.headers)}\n${file.rawPayload.toString('base64')}`;
        answers.set(`${who} file ${name} ${kind}`, normaliseResponse(text));
      }
    }
}

/** Records the mails to a subscriber and the bodies of webhook deliveries. */
async function recordDeliveries(scene: Scene, answers: RecordedResponses): Promise<void> {
  const mails = await scene.db
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'text', 'html'])
    .orderBy('id')
    .execute();
  const notifications = mails.filter(({ recipient }) => recipient === 'subscriber@example.org');
  // Each mail has its own unsubscribe link.
  const plain = JSON.stringify(notifications).replaceAll(/unsubscribe\/[\w.-]+/g, 'unsubscribe/KEY');
  answers.set('member mail', normaliseResponse(plain));
  answers.set('settings manager webhook', normaliseResponse(scene.delivered.join('\n')));
}

/** All outsiders request the first URLs of an endpoint; one outsider requests the long lists of filters. */
function selectOutsiders(name: string, at: number): readonly Outsider[] {
  // Survey managers may count posts of any status that lose answers with an attribute.
  if (name === 'countAffectedPosts') return outsiders.filter((who) => who !== 'settings manager');
  if (at < 5) return outsiders;
  if (name === 'exportPosts') return ['exporter'];
  return name === 'listPosts' ? ['visitor', 'settings manager'] : ['visitor'];
}

/** Records everything that outsiders get from a deployment. */
async function recordResponses(sceneFacts: Facts): Promise<RecordedResponses> {
  const scene = await startScene(sceneFacts, webDist);
  try {
    const answers: RecordedResponses = new Map();
    await recordDeliveries(scene, answers);
    for (const [name, asks] of Object.entries(readUrls)) {
      for (const [at, url] of asks(scene).entries())
        for (const who of selectOutsiders(name, at))
          await recordResponse(answers, scene, who, `/api/v3${url}`);
    }
    for (const url of pageUrls(scene)) await recordResponse(answers, scene, 'passer-by', url);
    await recordFiles(scene, answers, outsiders);
    await recordExports(scene, answers, 'exporter');
    return answers;
  } finally {
    await scene.close();
  }
}

/** Records everything that a member of the team gets from a deployment. */
async function recordResponsesToTeam(sceneFacts: Facts): Promise<RecordedResponses> {
  const scene = await startScene(sceneFacts, webDist);
  try {
    const answers: RecordedResponses = new Map();
    for (const asks of Object.values(readUrls))
      for (const url of asks(scene)) await recordResponse(answers, scene, teamMember, `/api/v3${url}`);
    await recordFiles(scene, answers, [teamMember]);
    await recordExports(scene, answers, teamMember);
    return answers;
  } finally {
    await scene.close();
  }
}

/** Describes where two texts differ. */
function describeDifference(first: string, second: string): string {
  let at = 0;
  while (at < first.length && first[at] === second[at]) at++;
  const from = Math.max(0, at - 60);
  return `…${first.slice(from, at + 60)} | …${second.slice(from, at + 60)}`.replaceAll('\n', ' ');
}

function findDifferences(first: RecordedResponses, second: RecordedResponses): string[] {
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names].flatMap((name) => {
    const [before = 'nothing', after = 'nothing'] = [first.get(name), second.get(name)];
    return before === after ? [] : [`${name}: ${describeDifference(before, after)}`];
  });
}

let baseline: RecordedResponses;
beforeAll(async () => {
  webDist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  await writeFile(
    path.join(webDist, 'index.html'),
    '<html><head><title>Waypost</title></head><body></body></html>',
  );
  baseline = await recordResponses(facts);
}, timeoutMs);
afterAll(() => rm(webDist, { recursive: true, force: true }));

test('the tables contain exactly the reading endpoints and the filters', () => {
  const reading = endpoints.filter(({ kind }) => kind === 'reads').map(({ name }) => name);
  expect(Object.keys(readUrls).sort()).toEqual(reading.sort());
  expect(Object.keys(filterValues).sort()).toEqual(Object.keys(PostFilters.shape).sort());
});

/** The facts to change: all of them, or one with `HIDDEN_FACT=author`; `none` shows random differences. */
const changedFactName = process.env['HIDDEN_FACT'];
const changedFacts: Partial<Facts> =
  changedFactName === undefined
    ? otherFacts
    : changedFactName === 'none'
      ? {}
      : { [changedFactName]: otherFacts[changedFactName as keyof Facts] };

test(
  'outsiders cannot distinguish a published report that waits for its delay from one that is not published',
  async () => {
    const answers = await recordResponses({ ...facts, unpublished: 'waiting' });
    expect(findDifferences(baseline, answers).join('\n')).toBe('');
  },
  timeoutMs,
);

test(
  'outsiders cannot distinguish the two deployments',
  async () => {
    const answers = await recordResponses({ ...facts, ...changedFacts });
    expect(baseline.size).toBeGreaterThan(500);
    expect(findDifferences(baseline, answers).join('\n')).toBe('');
  },
  timeoutMs,
);

test(
  'without View personal data, the team cannot distinguish deployments that differ in authors, numbers of contacts and kept originals',
  async () => {
    const { author, number, original } = otherFacts;
    const before = await recordResponsesToTeam(facts);
    const responses = [...before.values()];
    expect(responses.filter((it) => it.startsWith('200')).length).toBeGreaterThan(300);
    expect(responses.filter((it) => it.includes(facts.number))).toEqual([]);
    expect(
      findDifferences(before, await recordResponsesToTeam({ ...facts, author, number, original })).join('\n'),
    ).toBe('');
  },
  timeoutMs,
);
