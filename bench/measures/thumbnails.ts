/** Whether serving files waits for work on pictures: thumbnails, while pictures of huge dimensions come in. */
import { crc32, deflateSync } from 'node:zlib';
import type { Media } from '@waypost/contract/media';
import { photo } from '../../e2e/photo.ts';
import { type Measure, percentile, timed } from '../measure.ts';
import { ask, askJson, type Site, upload } from '../site.ts';

/** At once, and just below the usual limit of pixels. */
const uploads = 16;
const side = { width: 8000, height: 6000 };
/** Thumbnails that are fetched while nothing else goes on. */
const idle = 300;

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A grey PNG: a few kilobytes that take as long as a photograph of its size. */
function hugePicture({ width, height }: typeof side): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.alloc((width + 1) * height), { level: 1 });
  return Buffer.from(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]),
  );
}

/** One that is refused since too many wait has been answered in time, too. */
const uploadOrRefused = (
  site: Site,
  who: 'admin' | 'visitor',
  picture: Buffer<ArrayBuffer>,
): Promise<number | undefined> =>
  upload(site, who, picture).catch((error: unknown) => {
    if (error instanceof Error && error.message.endsWith('503')) return undefined;
    throw error;
  });

export const thumbnails: Measure = {
  name: `thumbnail, idle and while ${uploads} pictures of 48 megapixels come in`,
  rows: [
    { what: 'p99, idle', unit: 'ms' },
    { what: 'p99, meanwhile', unit: 'ms' },
    { what: 'p99, as many times as idle (goal: 3)', unit: 'times' },
  ],
  async take(site) {
    const shown = await upload(site, 'admin', Buffer.from(photo(1600, 1200)));
    const { thumbnail_url: url = '' } = await askJson<Media>(site, 'admin', `/media/${shown}`);
    const { pathname, search } = new URL(url);
    const fetchOne = () =>
      timed(async () => {
        const answer = await fetch(`${site.waypost.address}${pathname}${search}`);
        if (!answer.ok) throw new Error(`The thumbnail answers ${answer.status}`);
        await answer.arrayBuffer();
      });
    const quiet: number[] = [];
    for (let time = 0; time < idle; time++) quiet.push(await fetchOne());
    const picture = hugePicture(side);
    const work = { isOver: false };
    // By two callers, since one alone gets a share of the queue.
    const senders = Array.from({ length: uploads }, (_, at) => (at % 2 === 0 ? 'admin' : 'visitor'));
    const coming = Promise.all(senders.map((who) => uploadOrRefused(site, who, picture)));
    const over = coming.finally(() => {
      work.isOver = true;
    });
    const busy: number[] = [];
    while (!work.isOver) busy.push(await fetchOne());
    const made = (await over).filter((id) => id !== undefined);
    for (const id of [shown, ...made]) await ask(site, 'admin', `/media/${id}`, 'DELETE');
    const [before, meanwhile] = [percentile(quiet, 0.99), percentile(busy, 0.99)];
    return [before, meanwhile, meanwhile / before];
  },
};
