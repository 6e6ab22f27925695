/** Ownership of uploads: who may attach them to a post (docs/decisions/0039). */
import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import type { Db, Tx } from '../kernel/db/database.ts';
import type { Caller } from '../kernel/http/route.ts';
import { hashWithDailyKey } from '../kernel/limits/throttle.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Uploader } from './create-media.ts';
import { findMediaOwners, type MediaOwnerRow } from './media.sql.ts';

/** Identifies the sender of a post or setting that names pictures. */
export interface MediaClaimant {
  userId: number | null;
  /** Identify a visitor's uploads: hash of the token, and today's hash of the network address. */
  visitorKeys: readonly Buffer[];
  /** SHA-256 of each claim that was sent. */
  claims: readonly Buffer[];
  /** The post that is being changed: it may name media that belong to it. */
  postId: number | null;
  /** The message that a post is created from: the post may name media of the message. */
  messageId: number | null;
}

/** SHA-256 of a claim, as it is stored. */
export const hashClaim = (claim: string): Buffer => createHash('sha256').update(claim).digest();

/** A new claim: 128 random bits in hexadecimal. The uploader sends it to attach the picture. */
export const createClaim = (): string => randomBytes(limits.mediaClaim / 2).toString('hex');

/** Hash that identifies uploads without a token from one network address for one day. */
export const hashUploaderAddress = (db: Db, caller: Pick<Caller, 'address'>): Promise<Buffer> =>
  hashWithDailyKey(db, 'media', caller.address);

/**
 * Identifies the sender of a request.
 * @param options.claims as they were sent
 * @param options.address from `hashUploaderAddress`, for callers who may have uploaded without a token
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
 * The owner of an upload. A visitor's upload belongs to their token, or without one to their network address for the day,
 * and to the claim.
 * @returns the claim only for visitors
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

/** Whether the claimant may attach the picture. */
export function canAttach(media: MediaOwnerRow, claimant: MediaClaimant): boolean {
  if (media.post_id !== null) return media.post_id === claimant.postId;
  if (media.attached) return false;
  if (media.message_id !== null) return media.message_id === claimant.messageId;
  if (claimant.userId !== null && media.user_id === claimant.userId) return true;
  return isAmong(media.visitor, claimant.visitorKeys) || isAmong(media.claim, claimant.claims);
}

/**
 * Which of the media each claimant may attach. Media that do not exist and media of others give the same result.
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
    const isAttachable = (id: number) => {
      const row = rows.get(id);
      return row !== undefined && canAttach(row, claimant);
    };
    return new Set(ids.filter(isAttachable));
  });
}
