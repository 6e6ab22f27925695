/** A running deployment: the built server, and tokens. */
import { Agent, get } from 'node:http';
import type { Browser } from '@playwright/test';
import { callApi, startWaypost, tokenFor, type Waypost } from '../e2e/support/waypost.ts';
import type { Deployment } from './deployments.ts';
import { timeMs } from './measure.ts';

export interface Site {
  deployment: Deployment;
  waypost: Waypost;
  /** Milliseconds from the start of the process until it is ready. */
  startupMs: number;
  /** Bearer tokens of a visitor and of the administrator. */
  tokens: Record<Caller, string>;
  /** Undefined without Chromium. */
  browser: Browser | undefined;
}

export type Caller = 'visitor' | 'admin';

/** Raises limits for the benchmark's reports from one address, and for its largest file. */
const withoutThrottling = { VISITORS_PACE: '0', VISITORS_PRESSURE: '0', IMPORT_MB: '100' };

/** Starts the built server on a deployment. Stop it with `waypost.end`. */
export async function openSite(deployment: Deployment, browser: Browser | undefined): Promise<Site> {
  let waypost: Waypost | undefined;
  const startupMs = await timeMs(async () => {
    waypost = await startWaypost(deployment.dataDir, withoutThrottling);
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
 * @throws if the response is no success
 */
export const requestRaw = ({ waypost, tokens }: Site, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${tokens.visitor}`, 'accept-encoding': 'br' };
    get(waypost.baseUrl + path, { agent: keepAliveAgent, headers }, (response) => {
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
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

async function sendFile(site: Site, who: Caller, url: string, file: File): Promise<{ id: number }> {
  const form = new FormData();
  form.append('file', file);
  const response = await fetch(`${site.waypost.baseUrl}/api/v3${url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.tokens[who]}`, accept: 'application/json' },
    body: form,
  });
  if (!response.ok) throw new Error(`POST ${url} answers ${response.status}`);
  return (await response.json()) as { id: number };
}
