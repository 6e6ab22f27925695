/** Queries about facts of pictures (table `picture_facts`). */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { MediaFiles } from './media.sql.ts';

/** Facts about a picture. */
export interface PictureFacts {
  /** Difference hash: 64 characters, each 0 or 1. Null for a picture without structure, which many others resemble. */
  perceptualHash: string | null;
  /** When the photograph was taken; null if the file does not say it together with its time zone. */
  photoTime: Date | null;
  /** Where it was taken. */
  photoPlace: { lat: number; lon: number } | null;
}

/** The facts of a picture that cannot be read. */
export const noPictureFacts: PictureFacts = { perceptualHash: null, photoTime: null, photoPlace: null };

/** Stores the facts of a picture, unless they are stored or the picture is gone. */
export async function insertPictureFacts(
  tx: Tx,
  mediaId: number,
  { perceptualHash, photoTime, photoPlace }: PictureFacts,
): Promise<void> {
  await sql`
    insert into picture_facts (media_id, perceptual_hash, photo_time, photo_lat, photo_lon)
    select media.id, ${perceptualHash}::bit(64), ${photoTime}::timestamptz, ${photoPlace?.lat ?? null}::float8,
      ${photoPlace?.lon ?? null}::float8
    from media where media.id = ${mediaId}
    on conflict do nothing`.execute(tx);
}

/** Replaces the hash of a picture whose pixels were replaced: the earlier one would recognize the original. */
export const replacePerceptualHash = async (
  tx: Tx,
  mediaId: number,
  perceptualHash: PictureFacts['perceptualHash'],
): Promise<void> => {
  await sql`
    update picture_facts set perceptual_hash = ${perceptualHash}::bit(64) where media_id = ${mediaId}`.execute(
    tx,
  );
};

/** Pictures without facts, by their ids. @param afterId those up to this one are left out */
export const findMediaWithoutFacts = (
  tx: Tx,
  afterId: number,
  limit: number,
): Promise<(Pick<MediaFiles, 'file'> & { id: number })[]> =>
  tx
    .selectFrom('media')
    .select(['media.id', 'media.file'])
    .where('media.id', '>', afterId)
    .where(sql<boolean>`not exists (select from picture_facts where picture_facts.media_id = media.id)`)
    .orderBy('media.id')
    .limit(limit)
    .execute();

/** Deletes time and place of photographs after some days. The hash stays. */
export const deleteOldPhotoData = async (tx: Tx, days: number): Promise<void> => {
  await sql`
    update picture_facts set photo_time = null, photo_lat = null, photo_lon = null
    where (photo_time is not null or photo_lat is not null)
      and created < now() - make_interval(days => ${days})`.execute(tx);
};
