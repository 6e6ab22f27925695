/** Pictures in deployments that differ in hidden facts. */
import sharp from 'sharp';
import { buildMultipart } from '../app/multipart.ts';
import type { TestApp } from '../app/test-app.ts';

/** A picture of stripes: a perceptual hash tells their directions apart. */
export function drawStripes(direction: 'vertical' | 'horizontal'): Promise<Buffer> {
  const [width, height] = [60, 40];
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < width * height; index++) {
    const position = direction === 'vertical' ? index % width : Math.floor(index / width);
    pixels.fill(position % 20 < 10 ? 250 : 5, index * 3, index * 3 + 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Uploads a picture: of one color, unless another one is given. @returns its id */
export async function uploadPicture(
  app: TestApp,
  token: string,
  fileName: string,
  picture?: Promise<Buffer>,
): Promise<number> {
  const bytes = await (picture ??
    sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b6e69' } })
      .png()
      .toBuffer());
  const { payload, headers } = buildMultipart({ caption: 'A bridge' }, { name: `${fileName}.png`, bytes });
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  });
  if (answer.statusCode !== 200) throw new Error(`upload: ${answer.body}`);
  return answer.json<{ id: number }>().id;
}
