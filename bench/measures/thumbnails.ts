/** Response times of thumbnails while huge images are processed. */
import { crc32, deflateSync } from 'node:zlib';
import type { Media } from '@waypost/contract/media/media';
import { generatePhoto } from '../../e2e/support/photo.ts';
import { type Measure, percentile, timeMs } from '../measure.ts';
import { request, requestJson, type Site, uploadPicture } from '../site.ts';

/** Concurrent uploads, just below the default limit of pixels. */
const uploadCount = 16;
const pictureSize = { width: 8000, height: 6000 };
/** Thumbnails fetched without other load. */
const idleSampleCount = 300;

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A grey PNG: a few kilobytes that take as long as a photo of its dimensions. */
function createLargePicture({ width, height }: typeof pictureSize): Buffer<ArrayBuffer> {
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

/** A refusal because of a full queue is a valid response too. */
const uploadOrRefused = (
  site: Site,
  who: 'admin' | 'visitor',
  picture: Buffer<ArrayBuffer>,
): Promise<number | undefined> =>
  uploadPicture(site, who, picture).catch((error: unknown) => {
    if (error instanceof Error && error.message.endsWith('503')) return undefined;
    throw error;
  });

export const thumbnails: Measure = {
  name: `thumbnail, idle and while ${uploadCount} pictures of 48 megapixels are uploaded`,
  rows: [
    { label: 'p99, idle', unit: 'ms' },
    { label: 'p99, under load', unit: 'ms' },
    { label: 'p99, under load ÷ idle (goal: 3)', unit: 'times' },
  ],
  async runOnce(site) {
    const shown = await uploadPicture(site, 'admin', Buffer.from(generatePhoto(1600, 1200)));
    const { thumbnail_url: url = '' } = await requestJson<Media>(site, 'admin', `/media/${shown}`);
    const { pathname, search } = new URL(url);
    const fetchOne = () =>
      timeMs(async () => {
        const answer = await fetch(`${site.waypost.baseUrl}${pathname}${search}`);
        if (!answer.ok) throw new Error(`The thumbnail answers ${answer.status}`);
        await answer.arrayBuffer();
      });
    const idleTimes: number[] = [];
    for (let time = 0; time < idleSampleCount; time++) idleTimes.push(await fetchOne());
    const picture = createLargePicture(pictureSize);
    const work = { isOver: false };
    // Two callers, since one has a share of the queue only.
    const senders = Array.from({ length: uploadCount }, (_, at) => (at % 2 === 0 ? 'admin' : 'visitor'));
    const uploads = Promise.all(senders.map((who) => uploadOrRefused(site, who, picture)));
    const over = uploads.finally(() => {
      work.isOver = true;
    });
    const loadTimes: number[] = [];
    while (!work.isOver) loadTimes.push(await fetchOne());
    const uploadedIds = (await over).filter((id) => id !== undefined);
    for (const id of [shown, ...uploadedIds]) await request(site, 'admin', `/media/${id}`, 'DELETE');
    const [before, meanwhile] = [percentile(idleTimes, 0.99), percentile(loadTimes, 0.99)];
    return [before, meanwhile, meanwhile / before];
  },
};
