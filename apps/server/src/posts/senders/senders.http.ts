/** Routes of senders and clean-ups, and of the proof-of-work challenge for visitors. */
import { readChallenge } from '@waypost/contract/posts/proof-of-work';
import * as contract from '@waypost/contract/posts/senders';
import { splitPostText } from '@waypost/survey-logic/post-display';
import { inTransaction, type Tx } from '../../kernel/db/database.ts';
import { toApiDate } from '../../kernel/http/api-format.ts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import { defineJob, EmptyPayload } from '../../kernel/jobs/job.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { archivePostsOfSender, findSenderOfPost, undoArchive } from './clean-up.ts';
import { deleteOldSenders, findHoldReason, readCleanupsOfSender, readPostsOfSender } from './senders.sql.ts';
import { trustSender } from './trust-sender.ts';
import { issueChallenge } from './visitors.ts';

/** Maximum number of posts in the response about a sender. */
const maxListedPosts = 50;

/** Daily job that deletes the links between visitors' posts once they are no longer needed. */
export const deleteOldSendersJob = defineJob({ name: 'delete-old-senders', payload: EmptyPayload });

/** The sender of a post, with their other posts. */
async function viewSender(tx: Tx, viewer: Viewer, postId: number): Promise<contract.Sender> {
  const { kind, name, reporter, trusted, isFromSender } = await findSenderOfPost(tx, viewer, postId);
  const { total, open, posts } = await readPostsOfSender(tx, isFromSender, maxListedPosts);
  const cleanups = await readCleanupsOfSender(tx, isFromSender);
  return {
    kind,
    name,
    ...(reporter && { reporter }),
    ...(trusted === undefined ? {} : { trusted }),
    held: await findHoldReason(tx, postId),
    total,
    open,
    posts: posts.map(({ title, content, created, ...it }) => ({
      ...it,
      title: splitPostText({ title, content }).title,
      created: toApiDate(created),
    })),
    cleanups: cleanups.map(({ created, ...it }) => ({ ...it, at: toApiDate(created) })),
  };
}

/** Mounts the routes of senders, and schedules `deleteOldSendersJob`. */
export function mountSenders(mount: MountContext): void {
  mount.jobs.register(deleteOldSendersJob, () => inTransaction(mount.db, 'writes', deleteOldSenders));
  mount.jobs.schedule(deleteOldSendersJob, '17 3 * * *');
  route(mount, readChallenge, () => issueChallenge(mount));
  route(mount, contract.readSender, ({ tx, viewer, params }) => viewSender(tx, viewer, params.id));
  route(mount, contract.trustSender, async ({ tx, viewer, params, body }) => {
    await trustSender(tx, viewer, params.id, body);
    return viewSender(tx, viewer, params.id);
  });
  route(mount, contract.archivePostsOfSender, ({ tx, viewer, params }) =>
    archivePostsOfSender(tx, viewer, params.id),
  );
  route(mount, contract.undoArchiveOfSender, ({ tx, viewer, params }) => undoArchive(tx, viewer, params.id));
}
