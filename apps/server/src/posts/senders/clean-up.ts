/** Everything that one sender sent, moved to the archive at once, and brought back at once. */
import type { senderKinds } from '@waypost/contract/posts/senders';
import type { RawBuilder } from 'kysely';
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { notFound } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import {
  archivePosts,
  findSenderHash,
  isFromAccount,
  isFromContact,
  isFromVisitor,
  isPostWithId,
  readSenderName,
  restoreArchivedPosts,
} from './senders.sql.ts';

export interface PostSender {
  kind: (typeof senderKinds)[number];
  name: string | null;
  /** Their posts. */
  isFromSender: RawBuilder<boolean>;
}

/** @throws 404 when the viewer may not know of the post */
export async function findSenderOfPost(tx: Tx, viewer: Viewer, id: number): Promise<PostSender> {
  const { post } = await readAuthorizedPost(tx, viewer, id, 'read_full');
  const { user_id: account, contact_id: contact } = post;
  if (account !== null)
    return {
      kind: 'account',
      name: await readSenderName(tx, 'account', account),
      isFromSender: isFromAccount(account),
    };
  if (contact !== null)
    return {
      kind: 'contact',
      name: await readSenderName(tx, 'contact', contact),
      isFromSender: isFromContact(contact),
    };
  const sender = await findSenderHash(tx, id);
  return sender
    ? { kind: 'visitor', name: null, isFromSender: isFromVisitor(sender) }
    : { kind: 'unknown', name: null, isFromSender: isPostWithId(id) };
}

/** Moves what is not there yet to the archive. @throws 404 */
export async function archivePostsOfSender(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<{ id: number; count: number }> {
  const { isFromSender: which } = await findSenderOfPost(tx, viewer, id);
  const done = await archivePosts(tx, viewer.id, which);
  const details = { archived: { from: 0, to: done.count } };
  await recordChange(tx, viewer, { action: 'create', subject: 'cleanups', id: done.id, details });
  return done;
}

/** @throws 404 when there is none, or it was taken back before */
export async function undoArchive(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<{ id: number; count: number }> {
  const count = await restoreArchivedPosts(tx, viewer.id, id);
  if (count === undefined) throw notFound('cleanups', id);
  const details = { archived: { from: count, to: 0 } };
  await recordChange(tx, viewer, { action: 'delete', subject: 'cleanups', id, details });
  return { id, count };
}
