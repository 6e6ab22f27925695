/**
 * Tokens of receipts: the post and the expiry, signed by the key of file URLs, which ending all access replaces. Nothing about who
 * opened a receipt, and when, is stored.
 */

import type { Endpoint } from '@waypost/contract/common/endpoint';
import { receiptHeader } from '@waypost/contract/receipts/receipts';
import type { Tx } from '../kernel/db/database.ts';
import type { FileUrlSigner } from '../kernel/files/file-url-signer.ts';
import { Problem } from '../kernel/http/problem.ts';
import type { RequestContext } from '../kernel/http/route.ts';
import { Viewer } from '../kernel/security/viewer.ts';
import { readFileUrlSigner } from '../settings/settings.public.ts';
import { hasReceipt } from './receipts.sql.ts';

/** What is signed; no file has such a name. */
const subjectOf = (postId: number) => `receipt of post ${postId}`;

/** How long a token is valid. */
export const receiptTokenSeconds = 1800;

/** A token for the report of a receipt. */
export function createReceiptToken(signer: FileUrlSigner, postId: number): string {
  const expiresAt = Math.floor(Date.now() / 1000) + receiptTokenSeconds;
  const query = new URLSearchParams(signer.signedQueryUntil(subjectOf(postId), expiresAt));
  return `${postId}.${expiresAt}.${query.get('seal')}`;
}

/** The post of a token; undefined when it is invalid or has expired. */
function readReceiptToken(signer: FileUrlSigner, token: string): number | undefined {
  const [, postId, until, seal] = /^(\d{1,15})\.(\d{1,12})\.([\w-]{1,64})$/.exec(token) ?? [];
  const id = Number(postId);
  return postId !== undefined && signer.secondsUntilExpiry(subjectOf(id), { until, seal }) > 0
    ? id
    : undefined;
}

/** The holder of a receipt, as the author of its post. */
export interface ReceiptHolder {
  postId: number;
  viewer: Viewer;
}

/** The holder of the receipt that a request was sent with. @throws Problem 401 without a valid token, and when the post is gone */
export async function requireReceipt({
  tx,
  rawRequest,
  deploymentState,
}: Pick<RequestContext<Endpoint>, 'rawRequest' | 'deploymentState'> & { tx: Tx }): Promise<ReceiptHolder> {
  const token = rawRequest.header(receiptHeader) ?? '';
  const postId = readReceiptToken(await readFileUrlSigner(tx), token);
  if (postId === undefined || !(await hasReceipt(tx, postId))) throw new Problem('receipt.expired');
  return { postId, viewer: Viewer.withReceipt(postId, deploymentState.lastVisiblePostId) };
}
