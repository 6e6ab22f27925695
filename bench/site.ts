/** A deployment being served while it is measured: the built server, and the tokens to ask it with. */
import { Agent, get } from 'node:http';
import type { Browser } from '@playwright/test';
import { callApi, startWaypost, tokenFor, type Waypost } from '../e2e/support/waypost.ts';
import type { Deployment } from './deployments.ts';
import { timeMs } from './measure.ts';

export interface Site {
  deployment: Deployment;
  waypost: Waypost;
  /** From the start of the process to the moment when it says that it is ready, in milliseconds. */
  startupMs: number;
  /** Bearer tokens of somebody without an account, and of the administrator. */
  tokens: Record<Caller, string>;
  /** Undefined where there is no Chromium. */
  browser: Browser | undefined;
}

export type Caller = 'visitor' | 'admin';

/** Otherwise the reports of the benchmark would be too many from one address, and its longest file too long. */
const withoutThrottling = { VISITORS_PACE: '0', VISITORS_PRESSURE: '0', IMPORT_MB: '100' };

/** Starts the built server on a deployment. End it with `waypost.end`. */
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

/** Seconds that a first start takes at most to load the names of places. */
const placesTimeoutSeconds = 120;

/** Waits until a first start has loaded the names of places: it is done beside everything else, and takes from it. */
async function waitForPlaces(site: Site): Promise<void> {
  for (let second = 0; second < placesTimeoutSeconds; second++) {
    const { results } = await requestJson<{ results: unknown[] }>(site, 'visitor', '/places?q=Nairobi');
    if (results.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error('The names of places were not loaded');
}

/**
 * Asks and reads the whole answer.
 * @param url below `/api/v3`
 * @throws when the answer is none of success
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
  const said = new TextDecoder().decode(bytes).slice(0, 200);
  throw new Error(`${method} ${url.split('?')[0]} answers ${response.status} ${said}`);
}

/** One connection that stays, with as little around it as there is: what takes a millisecond is not measured with `fetch`. */
const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Asks as a visitor and reads the whole answer, as it comes.
 * @param path of the server, with `/api/v3` where it is of the API
 * @throws when the answer is none of success
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

/** As `ask`, read as JSON; the caller says what it expects. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export async function requestJson<T>(site: Site, caller: Caller, url: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await request(site, caller, url))) as T;
}

/** Makes the server forget every answer that it remembers, by a change that changes nothing. */
export const invalidateCaches = (site: Site): Promise<ArrayBuffer> =>
  request(site, 'admin', '/config/map', 'PUT', {});

/** Sends a picture. @returns its id */
export async function uploadPicture(
  site: Site,
  caller: Caller,
  picture: Buffer<ArrayBuffer>,
): Promise<number> {
  return (await sendFile(site, caller, '/media', new File([picture], 'photo.png', { type: 'image/png' }))).id;
}

/** Sends a CSV file to be imported. */
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
