/** Download of a browser without cache, as transferred and compressed. */
import { get } from 'node:http';
import type { Page, Request } from '@playwright/test';
import { openPage, waitForMap } from '../browser.ts';
import type { Measure } from '../measure.ts';
import { findOpenSurvey } from '../sample.ts';
import type { Site } from '../site.ts';

const kilobyte = 1000;
const codeTypes = /javascript|text\/css/;

/** Bytes of a response body. The browser does not report a worker's script, which is requested again. */
async function bodyBytes(request: Request): Promise<number> {
  const measuredBytes = (await request.sizes()).responseBodySize;
  if (measuredBytes > 0) return measuredBytes;
  const headers = await request.allHeaders();
  const usable = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  return new Promise((resolve, reject) => {
    const again = get(request.url(), { headers: Object.fromEntries(usable) }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.once('end', () => resolve(bytes)).once('error', reject);
    });
    again.once('error', reject);
  });
}

/** Bytes of bodies: scripts and styles, and everything else. */
async function measureDownload(site: Site, address: string, settle: (page: Page) => Promise<unknown>) {
  const requests: Request[] = [];
  const page = await openPage(site);
  try {
    page.context().on('requestfinished', (request) => requests.push(request));
    await page.goto(site.waypost.baseUrl + address, { waitUntil: 'networkidle' });
    await settle(page);
    const bytes = { code: 0, rest: 0 };
    for (const request of requests) {
      const type = (await request.response())?.headers()['content-type'] ?? '';
      bytes[codeTypes.test(type) ? 'code' : 'rest'] += await bodyBytes(request);
    }
    return [bytes.code / kilobyte, bytes.rest / kilobyte];
  } finally {
    await page.context().close();
  }
}

const measureFirstLoad = (
  name: string,
  addressIn: (site: Site) => Promise<string>,
  settle: (page: Page) => Promise<unknown>,
): Measure => ({
  name: `first load of ${name}`,
  rows: [
    { label: 'script and style', unit: 'kB' },
    { label: 'other files', unit: 'kB' },
  ],
  runOnce: async (site) => measureDownload(site, await addressIn(site), settle),
});

export const firstLoad: Measure[] = [
  measureFirstLoad('/views/map', async () => '/views/map', waitForMap),
  measureFirstLoad(
    '/posts/create',
    async (site) => `/posts/create/${(await findOpenSurvey(site)).id}`,
    (page) => page.waitForSelector('form'),
  ),
];
