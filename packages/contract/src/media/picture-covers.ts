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

export const coverMedia = defineEndpoint({
  name: 'coverMedia',
  method: 'POST',
  path: '/media/{id}/cover',
  summary: 'Replace the pixels of parts of a picture for good; the previous file is deleted',
  scope: 'media',
  token: 'required',
  params: z.object({ id: Id }),
  body: z.object({ covers: listIn(z.array(PictureCover).min(1).max(limits.pictureCovers)) }),
  response: Media,
});
