/** Archives all posts of one sender, and restores them. */
import type { Post } from '@waypost/contract/posts/posts';
import type { senderKinds } from '@waypost/contract/posts/senders';
import { type RawBuilder, sql } from 'kysely';
import { recordChange } from '../../audit/audit.public.ts';
import { findTrustedContacts } from '../../contacts/contacts.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { notFound } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { PostRow } from '../posts.sql.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { isWithheld, viewReporter } from '../visibility/withheld-reporter.ts';
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

/** The sender of a post. */
export interface PostSender {
  kind: (typeof senderKinds)[number];
  /** Null where it is withheld from the viewer. */
  name: string | null;
  /** What stands for the sender where the name is withheld. */
  reporter: Post['reporter'];
  /** Whether their messages are published at once; undefined unless they are a contact. */
  trusted?: boolean;
  /** Condition on `posts` for the posts of this sender. */
  isFromSender: RawBuilder<boolean>;
}

/**
 * Posts of the author of a post. Whoever may not see hidden authors gets either those that show the author or those that hide them:
 * together they would tell who wrote the latter.
 */
function isFromAccountVisibleTo(
  viewer: Viewer,
  post: Pick<PostRow, 'masked_user_id'>,
  userId: number,
): RawBuilder<boolean> {
  if (viewer.seesPersonalData) return isFromAccount(userId);
  return post.masked_user_id === null
    ? sql`(${isFromAccount(userId)} and posts.masked_user_id is null)`
    : sql`posts.masked_user_id = ${userId}`;
}

/** The sender of a post. @throws Problem 404 when the viewer may not read the post */
export async function findSenderOfPost(tx: Tx, viewer: Viewer, id: number): Promise<PostSender> {
  const details = await readAuthorizedPost(tx, viewer, id, 'read_full');
  const { user_id, contact_id } = details.post;
  const { reporter } = viewReporter(viewer, details);
  if (user_id !== null)
    return {
      kind: 'account',
      name: isWithheld(viewer, details.post, user_id) ? null : await readSenderName(tx, 'account', user_id),
      reporter,
      isFromSender: isFromAccountVisibleTo(viewer, details.post, user_id),
    };
  if (contact_id !== null)
    return {
      kind: 'contact',
      name: viewer.seesPersonalData ? await readSenderName(tx, 'contact', contact_id) : null,
      reporter,
      trusted: (await findTrustedContacts(tx, [contact_id])).has(contact_id),
      isFromSender: isFromContact(contact_id),
    };
  const senderHash = await findSenderHash(tx, id);
  return senderHash
    ? { kind: 'visitor', name: null, reporter, isFromSender: isFromVisitor(senderHash) }
    : { kind: 'unknown', name: null, reporter, isFromSender: isPostWithId(id) };
}

/**
 * Archives all posts of a post's sender that are not archived yet.
 * @returns id of the clean-up and number of archived posts
 * @throws Problem 404 when the viewer may not read the post
 */
export async function archivePostsOfSender(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<{ id: number; count: number }> {
  const { isFromSender } = await findSenderOfPost(tx, viewer, id);
  const cleanup = await archivePosts(tx, viewer.id, isFromSender);
  const details = { archived: { from: 0, to: cleanup.count } };
  await recordChange(tx, viewer, { action: 'create', subject: 'cleanups', id: cleanup.id, details });
  return cleanup;
}

/** Undoes a clean-up. @throws Problem 404 when there is none or it has been undone already */
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
