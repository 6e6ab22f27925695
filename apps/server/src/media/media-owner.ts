/** Who may name an uploaded picture, and taking it for what names it (docs/decisions/0039). */
import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import type { Db, Tx } from '../kernel/db/database.ts';
import type { Caller } from '../kernel/http/route.ts';
import { hashWithDailyKey } from '../kernel/limits/throttle.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Uploader } from './create-media.ts';
import { findMediaOwners, type MediaOwnerRow } from './media.sql.ts';

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
export const hashClaim = (claim: string): Buffer => createHash('sha256').update(claim).digest();

/** 128 random bits in hexadecimals. */
export const createClaim = (): string => randomBytes(limits.mediaClaim / 2).toString('hex');

/** What stands today for callers without a token at one network address. */
export const hashUploaderAddress = (db: Db, caller: Pick<Caller, 'address'>): Promise<Buffer> =>
  hashWithDailyKey(db, 'media', caller.address);

/**
 * @param more.claims as they were presented
 * @param more.address from `hashUploaderAddress`, of callers who may have uploaded without a token
 */
export const buildClaimant = (
  viewer: Pick<Viewer, 'id' | 'visitorTokenHash'>,
  options: {
    claims?: readonly string[] | undefined;
    address?: Buffer | null;
    postId?: number;
    messageId?: number | null;
  } = {},
): MediaClaimant => ({
  userId: viewer.id,
  visitorKeys:
    viewer.id === null ? [viewer.visitorTokenHash, options.address].filter((it) => it != null) : [],
  claims: (options.claims ?? []).map(hashClaim),
  postId: options.postId ?? null,
  messageId: options.messageId ?? null,
});

/**
 * Whose an upload is. A visitor's answers to their token, else to their network address for the day, and to the claim.
 * @returns the claim only where there is one to hand out
 */
export const buildUploader = (
  viewer: Pick<Viewer, 'id' | 'visitorTokenHash'>,
  addressHash: Buffer,
  claim: string,
): { uploader: Uploader; claim: string | undefined } =>
  viewer.id === null
    ? { uploader: { visitor: viewer.visitorTokenHash ?? addressHash, claim: hashClaim(claim) }, claim }
    : { uploader: { user_id: viewer.id }, claim: undefined };

const isAmong = (hash: Buffer | null, hashes: readonly Buffer[]): boolean =>
  hash !== null && hashes.some((it) => it.equals(hash));

/** Whether the claimant may name the picture in what they write. */
export function canAttach(media: MediaOwnerRow, claimant: MediaClaimant): boolean {
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
export async function findAttachableMedia(
  tx: Tx,
  requests: readonly { ids: readonly number[]; claimant: MediaClaimant }[],
): Promise<ReadonlySet<number>[]> {
  const rows = new Map(
    (
      await findMediaOwners(
        tx,
        requests.flatMap((it) => it.ids),
      )
    ).map((row) => [row.id, row]),
  );
  return requests.map(({ ids, claimant }) => {
    const may = (id: number) => {
      const row = rows.get(id);
      return row !== undefined && canAttach(row, claimant);
    };
    return new Set(ids.filter(may));
  });
}
