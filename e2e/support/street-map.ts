/** A street map around one place, made from an extract: whether it is on screen shows in the color of its motorways. */
import { crc32, deflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import {
  buildExtract,
  type TestNode,
  type TestWay,
} from '../../apps/server/src/map-archives/extract/osm/extract.fixture.ts';
import { scaled } from './timing.ts';
import { callApi, tokenFor, type Waypost } from './waypost.ts';

/** The middle of the map. */
export const streetsCenter = { lat: 47.14, lon: 9.52 };

/** An extract with motorways, or other roads, around the center, in both directions. */
export function buildStreetsExtract(highway = 'motorway'): Buffer {
  const nodes: TestNode[] = [];
  const ways: TestWay[] = [];
  const tags = { highway, name: 'Long Road' };
  const { lat, lon } = streetsCenter;
  for (let step = -20; step <= 20; step++) {
    const shift = step * 0.001;
    const ends = [
      [lon + shift, lat - 0.02],
      [lon + shift, lat + 0.02],
      [lon - 0.02, lat + shift],
      [lon + 0.02, lat + shift],
    ] as const;
    const first = nodes.length + 1;
    nodes.push(...ends.map((at, index) => ({ id: first + index, at })));
    ways.push(
      { id: first, nodes: [first, first + 1], tags },
      { id: first + 1, nodes: [first + 2, first + 3], tags },
    );
  }
  return buildExtract({ nodes, ways });
}

/** The color of primary roads in light. */
export const primaryColor = [0xf8, 0xe9, 0xc6];

const colors = { light: [0xf3, 0xd9, 0xa8], dark: [0x5e, 0x56, 0x42] } as const;
type Theme = keyof typeof colors;

/** How much of the screen has the color of motorways, 0 to 1. */
export const measureStreets = (page: Page, theme: Theme): Promise<number> =>
  measureColor(page, colors[theme]);

/** How much of the screen has a color, 0 to 1. */
export async function measureColor(page: Page, wanted: readonly number[]): Promise<number> {
  const screenshot = (await page.screenshot()).toString('base64');
  return page.evaluate(
    async ([png, color]) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      pen?.drawImage(image, 0, 0);
      const data = pen?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if (color.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) < 6)) count++;
      return count / (image.width * image.height);
    },
    [screenshot, wanted] as const,
  );
}

/** Waits until streets are on screen. */
export const expectStreets = (page: Page, theme: Theme, share = 0.02) =>
  expect.poll(() => measureStreets(page, theme), { timeout: scaled(30_000) }).toBeGreaterThan(share);

/** Uploads a map. @returns reads its state */
export async function uploadMap(waypost: Waypost, bytes: Buffer, fileName = 'area.osm.pbf') {
  const token = await tokenFor(waypost, 'admin');
  const input = { source: 'upload', name: 'Streets', size: bytes.length, file_name: fileName };
  const created = await callApi(waypost, token, 'POST', '/map-archives', input);
  const { id } = (await created.json()) as { id: number };
  const form = new FormData();
  form.set('offset', '0');
  form.set('file', new Blob([new Uint8Array(bytes)]), fileName);
  await fetch(`${waypost.baseUrl}/api/v3/map-archives/${id}/chunks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return async (server: Waypost = waypost) => {
    const response = await callApi(server, token, 'GET', `/map-archives/${id}`);
    return ((await response.json()) as { state: string }).state;
  };
}

/** Adds a map from an extract, and waits until it is made. */
export async function addStreetMap(waypost: Waypost, bytes = buildStreetsExtract()): Promise<void> {
  const readState = await uploadMap(waypost, bytes);
  await expect.poll(() => readState(), { timeout: scaled(60_000) }).toBe('ready');
}

/** A PNG of 256 pixels in the color that motorways have in light. */
export function buildMotorwayTile(): Buffer {
  const side = 256;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2], 8);
  const row = Buffer.concat([
    Buffer.alloc(1),
    ...Array.from({ length: side }, () => Buffer.from(colors.light)),
  ]);
  const rows = Buffer.concat(Array.from({ length: side }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
