/** The addresses of senders and clean-ups, and the challenge for visitors. */
import { readChallenge } from '@waypost/contract/posts/proof-of-work';
import * as contract from '@waypost/contract/posts/senders';
import { inTransaction } from '../../kernel/db/database.ts';
import { toApiDate } from '../../kernel/http/api-format.ts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import { defineJob, EmptyPayload } from '../../kernel/jobs/job.ts';
import { archivePostsOfSender, findSenderOfPost, undoArchive } from './clean-up.ts';
import { deleteOldSenders, findHoldReason, readCleanupsOfSender, readPostsOfSender } from './senders.sql.ts';
import { issueChallenge } from './visitors.ts';

/** Posts that a sender's page lists. */
const maxListedPosts = 50;

export const deleteOldSendersJob = defineJob({ name: 'forget-senders', payload: EmptyPayload });

export function mountSenders(mount: MountContext): void {
  mount.jobs.register(deleteOldSendersJob, () => inTransaction(mount.db, 'writes', deleteOldSenders));
  mount.jobs.schedule(deleteOldSendersJob, '17 3 * * *');
  route(mount, readChallenge, () => issueChallenge(mount));
  route(mount, contract.readSender, async ({ tx, viewer, params }) => {
    const { kind, name, isFromSender: which } = await findSenderOfPost(tx, viewer, params.id);
    const { total, open, posts } = await readPostsOfSender(tx, which, maxListedPosts);
    const cleanups = await readCleanupsOfSender(tx, which);
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
