/** Covering parts of a picture, such as faces, plates and screens: their pixels are replaced. An extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { Id, listIn } from '../common/scalars.ts';
import { Media } from './media.ts';

/** A position or length as a part of the picture's width or height. */
const Fraction = z.number().min(0).max(1);

export const coverStyles = ['pixelate', 'black'] as const;
const style = z.enum(coverStyles).default('pixelate');
/** How an area is covered: by a few large squares of its colors, or in black. */
export type CoverStyle = (typeof coverStyles)[number];

/** A rectangle. What lies beyond the picture is ignored. */
const BoxCover = z.object({
  shape: z.literal('box'),
  style,
  x: Fraction,
  y: Fraction,
  width: Fraction,
  height: Fraction,
});

/** A line as drawn with a round brush. */
const BrushCover = z.object({
  shape: z.literal('brush'),
  style,
  /** The diameter as a part of the longer side of the picture. */
  size: z.number().min(limits.coverBrush.min).max(limits.coverBrush.max),
  /** Positions as `[x, y]`. */
  points: z
    .array(z.tuple([Fraction, Fraction]))
    .min(1)
    .max(limits.coverPoints),
});

/** An area to cover, in parts of the upright picture. */
export const PictureCover = z.discriminatedUnion('shape', [BoxCover, BrushCover], {
  error: typeError('an area with the shape `box` or `brush`'),
});
export type PictureCover = z.infer<typeof PictureCover>;

/** A part of a picture in pixels. */
export interface PixelBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest box around an area in a picture of this size; null where it has no pixel. */
export function findCoverBounds(cover: PictureCover, width: number, height: number): PixelBox | null {
  const isBox = cover.shape === 'box';
  const radius = isBox ? 0 : (cover.size * Math.max(width, height)) / 2;
  const xs = isBox ? [cover.x, cover.x + cover.width] : cover.points.map(([x]) => x);
  const ys = isBox ? [cover.y, cover.y + cover.height] : cover.points.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs) * width - radius));
  const top = Math.max(0, Math.floor(Math.min(...ys) * height - radius));
  const right = Math.min(width, Math.ceil(Math.max(...xs) * width + radius));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) * height + radius));
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/**
 * Side in pixels of the squares of a pixelated area: at most eight along the longer side of the area, too few to recognize a face or to
 * read a number, and never less than a fortieth of the picture, so that many small areas beside each other hide as much as a large one.
 */
export const findSquareSize = (box: PixelBox, width: number, height: number): number =>
  Math.max(1, Math.ceil(Math.max(box.width, box.height) / 8), Math.ceil(Math.max(width, height) / 40));

/** The boxes around all areas together, as a multiple of the picture: the work that covering them takes. */
function sumCoverAreas(covers: readonly PictureCover[]): number {
  // Of a square picture: a good measure for others too.
  const side = 1000;
  const sizes = covers.map((cover) => findCoverBounds(cover, side, side));
  return sizes.reduce((sum, box) => sum + (box ? (box.width / side) * (box.height / side) : 0), 0);
}

/** The areas of one request. */
const PictureCovers = z
  .array(PictureCover)
  .min(1)
  .max(limits.pictureCovers)
  .refine((covers) => sumCoverAreas(covers) <= limits.coverAreas, {
    error: typeError(`areas that together are at most ${limits.coverAreas} times as large as the picture`),
  });

export const coverMedia = defineEndpoint({
  name: 'coverMedia',
  method: 'POST',
  path: '/media/{id}/cover',
  summary:
    'Replace the pixels of parts of a picture for good; the previous file is deleted, unless the survey keeps it for the team',
  scope: 'media',
  token: 'required',
  params: z.object({ id: Id }),
  body: z.object({ covers: listIn(PictureCovers) }),
  response: Media,
});
