/** Everything that one sender sent, moved to the archive at once, and brought back at once. */
import type { senderKinds } from '@waypost/contract/senders';
import type { RawBuilder } from 'kysely';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db.ts';
import { notFound } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { postFor } from './read-posts.ts';
import {
  archiveAll,
  nameOfSender,
  ofAccount,
  ofContact,
  ofVisitor,
  onlyThis,
  senderOf,
  takeBack,
} from './senders.sql.ts';

export interface FoundSender {
  kind: (typeof senderKinds)[number];
  name: string | null;
  /** Their posts. */
  which: RawBuilder<boolean>;
}

/** @throws 404 when the viewer may not know of the post */
export async function senderOfPost(tx: Tx, viewer: Viewer, id: number): Promise<FoundSender> {
  const { post } = await postFor(tx, viewer, id, 'read_full');
  const { user_id: account, contact_id: contact } = post;
  if (account !== null)
    return { kind: 'account', name: await nameOfSender(tx, 'account', account), which: ofAccount(account) };
  if (contact !== null)
    return { kind: 'contact', name: await nameOfSender(tx, 'contact', contact), which: ofContact(contact) };
  const sender = await senderOf(tx, id);
  return sender
    ? { kind: 'visitor', name: null, which: ofVisitor(sender) }
    : { kind: 'unknown', name: null, which: onlyThis(id) };
}

/** Moves what is not there yet to the archive. @throws 404 */
export async function cleanUp(tx: Tx, viewer: Viewer, id: number): Promise<{ id: number; count: number }> {
  const { which } = await senderOfPost(tx, viewer, id);
  const done = await archiveAll(tx, viewer.id, which);
  const details = { archived: { from: 0, to: done.count } };
  await recordChange(tx, viewer, { action: 'create', subject: 'cleanups', id: done.id, details });
  return done;
}

/** @throws 404 when there is none, or it was taken back before */
export async function undoCleanup(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<{ id: number; count: number }> {
  const count = await takeBack(tx, viewer.id, id);
  if (count === undefined) throw notFound('cleanups', id);
  const details = { archived: { from: count, to: 0 } };
  await recordChange(tx, viewer, { action: 'delete', subject: 'cleanups', id, details });
  return { id, count };
}
