/** Who may name an uploaded picture, and taking it for what names it (docs/decisions/0039). */
import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/limits';
import type { Db, Tx } from '../kernel/db.ts';
import type { Caller } from '../kernel/route.ts';
import { hashOfToday } from '../kernel/throttle.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Uploader } from './create-media.ts';
import { findOwners, type MediaOwnerRow } from './media.sql.ts';

/** Whoever names pictures, and for what. */
export interface MediaClaimant {
  userId: number | null;
  /** What stands for a visitor at uploads: the hash of the token, the day's hash of the network address. */
  visitorKeys: readonly Buffer[];
  /** SHA-256 of each claim that was presented. */
  claims: readonly Buffer[];
  /** The post that is being changed: what belongs to it may be named again. */
  postId: number | null;
  /** The incoming message that a post is made of: what came with it may be named. */
  messageId: number | null;
}

/** What is stored of a claim. */
export const claimHash = (claim: string): Buffer => createHash('sha256').update(claim).digest();

/** 128 random bits in hexadecimals. */
export const newClaim = (): string => randomBytes(limits.mediaClaim / 2).toString('hex');

/** What stands today for callers without a token at one network address. */
export const addressKey = (db: Db, caller: Pick<Caller, 'address'>): Promise<Buffer> =>
  hashOfToday(db, 'media', caller.address);

/**
 * @param more.claims as they were presented
 * @param more.address from `addressKey`, of callers who may have uploaded without a token
 */
export const claimantOf = (
  viewer: Pick<Viewer, 'id' | 'visitor'>,
  more: {
    claims?: readonly string[] | undefined;
    address?: Buffer | null;
    postId?: number;
    messageId?: number | null;
  } = {},
): MediaClaimant => ({
  userId: viewer.id,
  visitorKeys: viewer.id === null ? [viewer.visitor, more.address].filter((it) => it != null) : [],
  claims: (more.claims ?? []).map(claimHash),
  postId: more.postId ?? null,
  messageId: more.messageId ?? null,
});

/**
 * Whose an upload is. A visitor's answers to their token, else to their network address for the day, and to the claim.
 * @returns the claim only where there is one to hand out
 */
export const uploaderOf = (
  viewer: Pick<Viewer, 'id' | 'visitor'>,
  address: Buffer,
  claim: string,
): { uploader: Uploader; claim: string | undefined } =>
  viewer.id === null
    ? { uploader: { visitor: viewer.visitor ?? address, claim: claimHash(claim) }, claim }
    : { uploader: { user_id: viewer.id }, claim: undefined };

const isAmong = (hash: Buffer | null, hashes: readonly Buffer[]): boolean =>
  hash !== null && hashes.some((it) => it.equals(hash));

/** Whether the claimant may name the picture in what they write. */
export function mayName(media: MediaOwnerRow, claimant: MediaClaimant): boolean {
  if (media.post_id !== null) return media.post_id === claimant.postId;
  if (media.attached) return false;
  if (media.message_id !== null) return media.message_id === claimant.messageId;
  if (claimant.userId !== null && media.user_id === claimant.userId) return true;
  return isAmong(media.visitor, claimant.visitorKeys) || isAmong(media.claim, claimant.claims);
}

/**
 * Which of these pictures each claimant may name. A picture that does not exist and one that is somebody else's are told
 * apart by nobody.
 */
export async function nameableMedia(
  tx: Tx,
  asked: readonly { ids: readonly number[]; claimant: MediaClaimant }[],
): Promise<ReadonlySet<number>[]> {
  const rows = new Map(
    (
      await findOwners(
        tx,
        asked.flatMap((it) => it.ids),
      )
    ).map((row) => [row.id, row]),
  );
  return asked.map(({ ids, claimant }) => {
    const may = (id: number) => {
      const row = rows.get(id);
      return row !== undefined && mayName(row, claimant);
    };
    return new Set(ids.filter(may));
  });
}
