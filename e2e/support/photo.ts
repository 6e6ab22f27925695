/** Generates photos that contain their location, as those of phones do. */
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xed_b8_83_20 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc32 = (bytes: Buffer) => {
  let c = 0xff_ff_ff_ff;
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  return (c ^ 0xff_ff_ff_ff) >>> 0;
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/**
 * A PNG of a riverbank, generated, so that no picture has to be stored.
 * @param width in pixels
 * @param height in pixels
 * @param isGrainy with noise, as if taken at night: it stays large when compressed
 */
export function generatePhoto(width = 640, height = 400, isGrainy = false): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3);
    const bank = height * 0.55 + Math.sin(y / 9) * 3;
    for (let x = 0; x < width; x++) {
      const color = y < bank ? [150, 190, 215] : (x + y) % 40 < 3 ? [90, 130, 150] : [70, 110, 135];
      row.set(isGrainy ? randomBytes(3) : color, 1 + x * 3);
    }
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const text = chunk('tEXt', Buffer.from('GPSPosition\0-1.2921, 36.8219'));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    text,
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
