/** Routes of senders and clean-ups, and of the proof-of-work challenge for visitors. */
import { readChallenge } from '@waypost/contract/posts/proof-of-work';
import * as contract from '@waypost/contract/posts/senders';
import { inTransaction } from '../../kernel/db/database.ts';
import { toApiDate } from '../../kernel/http/api-format.ts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import { defineJob, EmptyPayload } from '../../kernel/jobs/job.ts';
import { archivePostsOfSender, findSenderOfPost, undoArchive } from './clean-up.ts';
import { deleteOldSenders, findHoldReason, readCleanupsOfSender, readPostsOfSender } from './senders.sql.ts';
import { issueChallenge } from './visitors.ts';

/** Maximum number of posts in the response about a sender. */
const maxListedPosts = 50;

/** Daily job that deletes the links between visitors' posts once they are no longer needed. */
export const deleteOldSendersJob = defineJob({ name: 'delete-old-senders', payload: EmptyPayload });

/** Mounts the routes of senders, and schedules `deleteOldSendersJob`. */
export function mountSenders(mount: MountContext): void {
  mount.jobs.register(deleteOldSendersJob, () => inTransaction(mount.db, 'writes', deleteOldSenders));
  mount.jobs.schedule(deleteOldSendersJob, '17 3 * * *');
  route(mount, readChallenge, () => issueChallenge(mount));
  route(mount, contract.readSender, async ({ tx, viewer, params }) => {
    const { kind, name, isFromSender } = await findSenderOfPost(tx, viewer, params.id);
    const { total, open, posts } = await readPostsOfSender(tx, isFromSender, maxListedPosts);
    const cleanups = await readCleanupsOfSender(tx, isFromSender);
    return {
      kind,
      name,
      held: await findHoldReason(tx, params.id),
      total,
      open,
      posts: posts.map(({ created, ...it }) => ({ ...it, created: toApiDate(created) })),
      cleanups: cleanups.map(({ created, ...it }) => ({ ...it, at: toApiDate(created) })),
    };
  });
  route(mount, contract.archivePostsOfSender, ({ tx, viewer, params }) =>
    archivePostsOfSender(tx, viewer, params.id),
  );
  route(mount, contract.undoArchiveOfSender, ({ tx, viewer, params }) => undoArchive(tx, viewer, params.id));
}
