/** Embedding: an allowed site shows the list in a frame, whose reports open in a new tab; other sites show nothing. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test } from '../support/browser.ts';
import { scaled } from '../support/timing.ts';
import { callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

/** Serves a page of another site that contains one frame. */
const servePage = async (): Promise<{ server: Server; port: number; show: (frame: string) => void }> => {
  let html = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    port: (server.address() as AddressInfo).port,
    show: (frame) => {
      html = `<!doctype html><title>Elsewhere</title><iframe src="${frame}" width="400" height="700"></iframe>`;
    },
  };
};

test('an allowed site shows the list in a frame, and no other site does', { tag: '@core' }, async ({
  open,
  browser,
}) => {
  const elsewhere = await servePage();
  const allowedSite = `http://127.0.0.1:${elsewhere.port}`;
  let waypost: Waypost | undefined;
  try {
    waypost = await startWaypost(undefined, { EMBED_SITES: allowedSite });
    const token = await tokenFor(waypost, 'admin');
    const post = { form: { id: 1 }, title: 'Dam at kilometre 4', content: 'It holds.', status: 'published' };
    await callApi(waypost, token, 'POST', '/posts', post);
    elsewhere.show(`${waypost.baseUrl}/list/noui`);
    const page = await open(allowedSite);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'Dam at kilometre 4' })).toBeVisible({
      timeout: scaled(30_000),
    });
    const link = frame.getByRole('link', { name: 'Dam at kilometre 4' });
    await expect(link).toHaveAttribute('target', '_blank');

    const otherSite = `http://localhost:${elsewhere.port}`;
    const other = await page.context().newPage();
    const frameRequest = other.waitForRequest(/\/list\/noui$/);
    // A blocked frame never finishes loading.
    await other.goto(otherSite, { waitUntil: 'commit' });
    await frameRequest;
    // Chromium shows an error page in place of a page that may not be framed.
    await expect.poll(() => other.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await expect(other.frameLocator('iframe').getByRole('heading')).toHaveCount(0);
  } finally {
    // The server ends once its connections are closed.
    for (const context of browser.contexts()) await context.close();
    if (waypost) await endWaypost(waypost);
    elsewhere.server.closeAllConnections();
    await new Promise((resolve) => elsewhere.server.close(resolve));
  }
});
