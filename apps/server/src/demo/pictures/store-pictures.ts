/** Puts the drawn pictures into storage, each where an upload would lie. */
import { copyFile, link, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Tx } from '../../kernel/db/database.ts';
import type { Random } from '../random.ts';
import { drawScene, lights, pictureSize, type Scene, scenes } from './scenes.ts';

/** Of a thumbnail's longer side, in pixels. */
const thumbnailSide = 400;

const captions: Record<Scene, readonly string[]> = {
  river: ['From the upper floor', 'This morning', 'Where the road was'],
  pump: ['The handle', 'As we found it'],
  box: ['At opening time'],
  sky: ['Seen from the roof', 'At eight in the morning'],
  square: ['Last time'],
  lamp: ['After sunset'],
};

/** How often each is needed. */
const sceneWeights: Record<Scene, number> = { river: 9, pump: 5, box: 2, sky: 2, square: 2, lamp: 2 };

interface RenderedPicture {
  file: Buffer;
  thumbnail: Buffer;
}

/** Where an upload lies below the storage directory: two folders from the name, so that none gets crowded. */
const storagePathOf = (name: string) => path.posix.join(name[0] ?? '', name[1] ?? '', name);

const renderPicture = async (svg: string): Promise<RenderedPicture> => {
  const picture = sharp(Buffer.from(svg));
  return {
    file: await picture.clone().jpeg({ quality: 82 }).toBuffer(),
    thumbnail: await picture
      .clone()
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside' })
      .webp({ quality: 78 })
      .toBuffer(),
  };
};

/** The same bytes under one more name; a link where the file system has them, so that they lie there once. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await link(from, to).catch(() => copyFile(from, to));
}

/** Gives out ids of pictures of a scene, each once, since a picture belongs to one post; undefined when there are no more. */
export type PickPicture = (scene: Scene) => string | undefined;

/**
 * Draws and stores pictures.
 * @param count rows of media; they share 24 drawings
 */
export async function storePictures(
  tx: Tx,
  { storageDir, count, random }: { storageDir: string; count: number; random: Random },
): Promise<PickPicture> {
  const wanted = scenes.flatMap((scene) => Array.from({ length: sceneWeights[scene] }, () => scene));
  const originals = new Map<string, { file: string; thumbnail: string; size: number }>();
  const ids = new Map<Scene, string[]>(scenes.map((scene) => [scene, []]));
  for (let i = 0; i < count; i += 1) {
    // A whole number without a divisor in common with the list's length: every scene comes early.
    const scene = wanted[(i * 7) % wanted.length] ?? 'river';
    const light = i % lights.length;
    const name = random.hex(32);
    const at = { file: storagePathOf(`${name}.jpg`), thumbnail: storagePathOf(`${name}-small.webp`) };
    const absolute = { file: path.join(storageDir, at.file), thumbnail: path.join(storageDir, at.thumbnail) };
    const known = originals.get(`${scene} ${light}`);
    let size = known?.size;
    if (known) {
      await linkOrCopy(known.file, absolute.file);
      await linkOrCopy(known.thumbnail, absolute.thumbnail);
    } else {
      const drawn = await renderPicture(
        drawScene(scene, lights[light] ?? (lights[0] as (typeof lights)[number])),
      );
      await mkdir(path.dirname(absolute.file), { recursive: true });
      await writeFile(absolute.file, drawn.file);
      await mkdir(path.dirname(absolute.thumbnail), { recursive: true });
      await writeFile(absolute.thumbnail, drawn.thumbnail);
      size = drawn.file.length;
      originals.set(`${scene} ${light}`, { ...absolute, size });
    }
    const { id } = await tx
      .insertInto('media')
      .values({
        user_id: null,
        caption: random.chance(0.5) ? random.pick(captions[scene]) : null,
        mime: 'image/jpeg',
        ...at,
        size: size ?? 0,
        ...pictureSize,
        updated: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.get(scene)?.push(String(id));
  }
  const given = new Map<Scene, number>();
  return (scene) => {
    const list = ids.get(scene) ?? [];
    const turn = given.get(scene) ?? 0;
    given.set(scene, turn + 1);
    return list[turn];
  };
}
