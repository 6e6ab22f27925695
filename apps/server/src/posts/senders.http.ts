/** The addresses of senders and clean-ups, and the challenge for visitors. */
import { readChallenge } from '@waypost/contract/challenge';
import * as contract from '@waypost/contract/senders';
import { inTransaction } from '../kernel/db.ts';
import { defineJob, EmptyPayload } from '../kernel/jobs/job.ts';
import { type Mount, route } from '../kernel/route.ts';
import { wireDate } from '../kernel/wire.ts';
import { cleanUp, senderOfPost, undoCleanup } from './clean-up.ts';
import { cleanupsOf, forgetOldSenders, listOfSender, whyHeldPost } from './senders.sql.ts';
import { challengeNow } from './visitors.ts';

/** Posts that a sender's page lists. */
const listed = 50;

export const forgetSenders = defineJob({ name: 'forget-senders', payload: EmptyPayload });

export function mountSenders(mount: Mount): void {
  mount.jobs.handle(forgetSenders, () => inTransaction(mount.db, 'writes', forgetOldSenders));
  mount.jobs.schedule(forgetSenders, '17 3 * * *');
  route(mount, readChallenge, () => challengeNow(mount));
  route(mount, contract.readSender, async ({ tx, viewer, params }) => {
    const { kind, name, which } = await senderOfPost(tx, viewer, params.id);
    const { total, open, posts } = await listOfSender(tx, which, listed);
    const cleanups = await cleanupsOf(tx, which);
    return {
      kind,
      name,
      held: await whyHeldPost(tx, params.id),
      total,
      open,
      posts: posts.map(({ created, ...it }) => ({ ...it, created: wireDate(created) })),
      cleanups: cleanups.map(({ created, ...it }) => ({ ...it, at: wireDate(created) })),
    };
  });
  route(mount, contract.cleanUp, ({ tx, viewer, params }) => cleanUp(tx, viewer, params.id));
  route(mount, contract.undoCleanup, ({ tx, viewer, params }) => undoCleanup(tx, viewer, params.id));
}
