/** Images of styles: a picture, and a document that says where in it each image is. */
import { layerLimits } from '@waypost/contract/layers/layer-limits';
import type { spriteFiles } from '@waypost/contract/layers/map-layers';
import { z } from 'zod';

/** The address of a file of images. @param address without its ending, perhaps with a query */
export function buildSpriteUrl(address: string, file: (typeof spriteFiles)[number]): string {
  const url = new URL(address);
  url.pathname += file.slice('sprite'.length);
  return url.href;
}

const Pixels = z.number().min(0).max(4096);
const Ranges = z.array(z.tuple([Pixels, Pixels])).max(10);
const TextFit = z.enum(['stretchOrShrink', 'stretchOnly', 'proportional']);
const SpriteImage = z.object({
  x: Pixels.int(),
  y: Pixels.int(),
  width: Pixels.int().min(1),
  height: Pixels.int().min(1),
  pixelRatio: z.number().min(0.1).max(10).default(1),
  sdf: z.boolean().optional(),
  stretchX: Ranges.optional(),
  stretchY: Ranges.optional(),
  content: z.tuple([Pixels, Pixels, Pixels, Pixels]).optional(),
  textFitWidth: TextFit.optional(),
  textFitHeight: TextFit.optional(),
});

/**
 * Writes a document of images anew with those that are valid. Images of this site have names with `|`, so that no other image takes their
 * place.
 * @returns undefined if it is none
 */
export function readSprite(bytes: Buffer): Buffer | undefined {
  const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(bytes));
  if (!parsed.success) return undefined;
  const images = Object.entries(parsed.data).flatMap(([name, value]) => {
    const image = name.includes('|') ? undefined : SpriteImage.safeParse(value).data;
    return image ? [[name, image] as const] : [];
  });
  return Buffer.from(JSON.stringify(Object.fromEntries(images.slice(0, layerLimits.styleImages))));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
