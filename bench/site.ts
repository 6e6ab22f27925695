/** A running deployment: the built server, and tokens. */
import { Agent, get } from 'node:http';
import type { Browser } from '@playwright/test';
import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import { callApi, startWaypost, tokenFor, type Waypost } from '../e2e/support/waypost.ts';
import type { Deployment } from './deployments.ts';
import { timeMs } from './measure.ts';
import type { OtherServer, Size } from './options.ts';
import { startOnSmallMachine } from './small-machine.ts';

export interface Site {
  deployment: Deployment;
  waypost: Waypost;
  /** Milliseconds from the start of the process until it is ready. */
  startupMs: number;
  /** Bearer tokens of a visitor and of the administrator. */
  tokens: Record<Caller, string>;
  /** Undefined without Chromium. */
  browser: Browser | undefined;
  /** CSS selector of the pins of another client. */
  pinSelector?: string | null;
}

export type Caller = 'visitor' | 'admin';

/** Raises limits for the benchmark's reports from one address, and for its largest file. */
const withoutThrottling = { VISITORS_PACE: '0', VISITORS_PRESSURE: '0', IMPORT_MB: '100' };

interface SiteSettings {
  browser?: Browser | undefined;
  /** Whether server and database run in one processor and 1 GB. */
  isSmall: boolean;
}

/** Starts the built server on a deployment. Stop it with `waypost.end`. */
export async function openSite(deployment: Deployment, { browser, isSmall }: SiteSettings): Promise<Site> {
  let waypost: Waypost | undefined;
  const start = () => startWaypost(deployment.dataDir, withoutThrottling);
  const startupMs = await timeMs(async () => {
    waypost = await (isSmall ? startOnSmallMachine(start) : start());
  });
  if (!waypost) throw new Error('The server did not start');
  try {
    const tokens = { visitor: await tokenFor(waypost, 'visitor'), admin: await tokenFor(waypost, 'admin') };
    const site = { deployment, waypost, startupMs, tokens, browser };
    await waitForPlaces(site);
    return site;
  } catch (error) {
    await waypost.end('SIGTERM');
    throw error;
  }
}

/** Name and number of reports of a server that runs elsewhere. */
export async function readOtherSize({ address }: OtherServer): Promise<Size> {
  const token = await tokenFor({ baseUrl: address }, 'visitor');
  const response = await callApi({ baseUrl: address }, token, 'GET', '/posts?limit=1');
  if (!response.ok) throw new Error(`${address} answers ${response.status} to a visitor's list`);
  const { total_count: posts } = (await response.json()) as { total_count: number };
  return { label: new URL(address).host, posts };
}

/** A server that runs elsewhere. It is neither stopped nor changed. @param size names it in the table */
export async function openOtherSite(
  { address, pinSelector }: OtherServer,
  size: Size,
  browser: Browser | undefined,
): Promise<Site> {
  const waypost: Waypost = {
    baseUrl: address,
    pid: Number.NaN,
    dataDir: '',
    output: () => '',
    end: () => Promise.resolve(null),
  };
  return {
    deployment: { size, dataDir: '', seconds: Number.NaN },
    waypost,
    startupMs: Number.NaN,
    tokens: { visitor: await tokenFor(waypost, 'visitor'), admin: '' },
    browser,
    pinSelector,
  };
}

/** Kills the server, as a crash would, and starts it again at the same address. */
export async function restartSite(site: Site): Promise<void> {
  const { port } = new URL(site.waypost.baseUrl);
  await site.waypost.end('SIGKILL');
  site.waypost = await startWaypost(site.deployment.dataDir, { ...withoutThrottling, PORT: port });
}

/** Maximum seconds of a first start to load place names. */
const placesTimeoutSeconds = 120;

/** Waits until a first start has loaded place names, which costs time in the background. */
async function waitForPlaces(site: Site): Promise<void> {
  for (let second = 0; second < placesTimeoutSeconds; second++) {
    const { results } = await requestJson<{ results: unknown[] }>(site, 'visitor', '/places?q=Nairobi');
    if (results.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error('The names of places were not loaded');
}

/**
 * Sends a request and reads the response.
 * @param url below `/api/v3`
 * @throws if the response is no success
 */
export async function request(
  site: Site,
  caller: Caller,
  url: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET',
  body?: object,
): Promise<ArrayBuffer> {
  const response = await callApi(site.waypost, site.tokens[caller], method, url, body);
  const bytes = await response.arrayBuffer();
  if (response.ok) return bytes;
  const bodyText = new TextDecoder().decode(bytes).slice(0, 200);
  throw new Error(`${method} ${url.split('?')[0]} answers ${response.status} ${bodyText}`);
}

/** One persistent connection with little overhead: `fetch` is too slow to measure a millisecond. */
const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Sends a request as a visitor and reads the raw response.
 * @param path on the server, including `/api/v3`
 * @param more headers, such as `range`
 * @throws if the response is no success
 */
export const requestRaw = (
  { waypost, tokens }: Site,
  path: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${tokens.visitor}`, 'accept-encoding': 'br', ...more };
    get(waypost.baseUrl + path, { agent: keepAliveAgent, headers }, (response) => {
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === ('range' in more ? 206 : 200)) resolve();
        else reject(new Error(`GET ${path.split('?')[0]} answers ${response.statusCode}`));
      });
      response.resume();
    }).on('error', reject);
  });

/** Like `request`, parsed as JSON. The caller names the type. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export async function requestJson<T>(site: Site, caller: Caller, url: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await request(site, caller, url))) as T;
}

/** Invalidates the server's caches, by a change without effect. */
export const invalidateCaches = (site: Site): Promise<ArrayBuffer> =>
  request(site, 'admin', '/config/map', 'PUT', {});

/** Uploads a picture. @returns its id */
export async function uploadPicture(
  site: Site,
  caller: Caller,
  picture: Buffer<ArrayBuffer>,
): Promise<number> {
  return (await sendFile(site, caller, '/media', new File([picture], 'photo.png', { type: 'image/png' }))).id;
}

/** Uploads a CSV file for an import. */
export const uploadCsv = (site: Site, text: string): Promise<{ id: number }> =>
  sendFile(site, 'admin', '/csv', new File([text], 'rows.csv', { type: 'text/csv' }));

/** Uploads a map archive, or an extract from which one is made. @returns its id */
export async function uploadArchive(site: Site, bytes: Buffer<ArrayBuffer>, name: string): Promise<number> {
  const input = { source: 'upload', name: 'Streets', size: bytes.length, file_name: name };
  const created = await request(site, 'admin', '/map-archives', 'POST', input);
  const { id } = JSON.parse(new TextDecoder().decode(created)) as { id: number };
  const { chunkBytes } = archiveLimits;
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    const chunk = new File([bytes.subarray(offset, offset + chunkBytes)], name);
    await sendFile(site, 'admin', `/map-archives/${id}/chunks`, chunk, { offset: String(offset) });
  }
  return id;
}

async function sendFile(
  site: Site,
  who: Caller,
  url: string,
  file: File,
  fields: Readonly<Record<string, string>> = {},
): Promise<{ id: number }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const response = await fetch(`${site.waypost.baseUrl}/api/v3${url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.tokens[who]}`, accept: 'application/json' },
    body: form,
  });
  if (!response.ok) throw new Error(`POST ${url} answers ${response.status}`);
  return (await response.json()) as { id: number };
}
