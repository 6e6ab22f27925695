/** Stores the drawn pictures in the storage of uploads. */
import { copyFile, link, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Tx } from '../../kernel/db/database.ts';
import { insertPictureFacts, type PictureFacts, readPictureFacts } from '../../media/media.public.ts';
import type { Random } from '../random.ts';
import { drawScene, lights, pictureSize, type Scene, scenes } from './scenes.ts';

/** Longer side of a thumbnail in pixels. */
const thumbnailSide = 400;

const captions: Record<Scene, readonly string[]> = {
  river: ['From the upper floor', 'This morning', 'Where the road was'],
  pump: ['The handle', 'As we found it'],
  box: ['At opening time'],
  sky: ['Seen from the roof', 'At eight in the morning'],
  square: ['Last time'],
  lamp: ['After sunset'],
};

/** Relative number of pictures of each scene. */
const sceneWeights: Record<Scene, number> = { river: 9, pump: 5, box: 2, sky: 2, square: 2, lamp: 2 };

interface RenderedPicture {
  file: Buffer;
  thumbnail: Buffer;
}

/** Path below the storage directory, as for uploads: two folders from the name, so that folders stay small. */
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

/** Stores the same file under another name; as a link if the file system supports it. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await link(from, to).catch(() => copyFile(from, to));
}

/** Returns unused picture ids of a scene, since a picture belongs to one post; undefined when all are used. */
export type PickPicture = (scene: Scene) => string | undefined;

/**
 * Draws and stores pictures.
 * @param count rows in `media`; they share 24 drawings
 */
export async function storePictures(
  tx: Tx,
  { storageDir, count, random }: { storageDir: string; count: number; random: Random },
): Promise<PickPicture> {
  const weightedScenes = scenes.flatMap((scene) => Array.from({ length: sceneWeights[scene] }, () => scene));
  const originals = new Map<string, { file: string; thumbnail: string; size: number; facts: PictureFacts }>();
  const ids = new Map<Scene, string[]>(scenes.map((scene) => [scene, []]));
  for (let i = 0; i < count; i += 1) {
    // 7 and the length of the list have no common divisor, so that every scene occurs early.
    const scene = weightedScenes[(i * 7) % weightedScenes.length] ?? 'river';
    const light = i % lights.length;
    const name = random.hex(32);
    const at = { file: storagePathOf(`${name}.jpg`), thumbnail: storagePathOf(`${name}-small.webp`) };
    const absolute = { file: path.join(storageDir, at.file), thumbnail: path.join(storageDir, at.thumbnail) };
    const existing = originals.get(`${scene} ${light}`);
    let size = existing?.size;
    let facts = existing?.facts;
    if (existing) {
      await linkOrCopy(existing.file, absolute.file);
      await linkOrCopy(existing.thumbnail, absolute.thumbnail);
    } else {
      const drawn = await renderPicture(
        drawScene(scene, lights[light] ?? (lights[0] as (typeof lights)[number])),
      );
      await mkdir(path.dirname(absolute.file), { recursive: true });
      await writeFile(absolute.file, drawn.file);
      await mkdir(path.dirname(absolute.thumbnail), { recursive: true });
      await writeFile(absolute.thumbnail, drawn.thumbnail);
      size = drawn.file.length;
      facts = await readPictureFacts(drawn.file);
      originals.set(`${scene} ${light}`, { ...absolute, size, facts });
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
    if (facts) await insertPictureFacts(tx, id, facts);
    ids.get(scene)?.push(String(id));
  }
  const usedCounts = new Map<Scene, number>();
  return (scene) => {
    const list = ids.get(scene) ?? [];
    const used = usedCounts.get(scene) ?? 0;
    usedCounts.set(scene, used + 1);
    return list[used];
  };
}
