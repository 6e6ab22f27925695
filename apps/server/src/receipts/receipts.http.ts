/** Routes of receipts, for their holders and for the team. */
import { limits } from '@waypost/contract/common/limits';
import * as contract from '@waypost/contract/receipts/receipts';
import { toLikePattern } from '../kernel/db/paging.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { type MountContext, route, routeWithPreCheck, visitorThrottle } from '../kernel/http/route.ts';
import { hashUploaderAddress } from '../media/media.public.ts';
import { changeConsent, findRefusalReason, readAuthorizedPost } from '../posts/posts.public.ts';
import { correctReport, withdrawReport } from './correct-report.ts';
import { clearReceiptAttempt, createReceiptGate, openReceipt } from './open-receipt.ts';
import { requireReceipt } from './receipt-token.ts';
import { countUnread, hasReceipt, isWaitingForReply, readReceiptMessages } from './receipts.sql.ts';
import {
  viewReceiptMessage,
  viewReceiptReport,
  viewReporterMessages,
  viewReporterThread,
} from './receipts.view.ts';
import {
  findReporterThreads,
  markReporterMessagesDone,
  markReporterMessagesSeen,
} from './reporter-threads.sql.ts';
import { writeReceiptMessage } from './write-message.ts';

function mountReportOfReceipt(mount: MountContext): void {
  const { db } = mount;
  const throttle = { throttle: visitorThrottle(mount, 'receipts') };
  routeWithPreCheck(
    mount,
    contract.openReceipt,
    createReceiptGate(db),
    async ({ tx, body, prepared: attempt, txHooks }) => {
      const opened = await openReceipt(tx, body.key, attempt);
      txHooks.onCommit(() => clearReceiptAttempt(db, attempt));
      return opened;
    },
  );
  route(mount, contract.readReceiptReport, async (context) =>
    viewReceiptReport(context.tx, await requireReceipt(context), context.urls),
  );
  route(
    mount,
    contract.correctReceiptReport,
    async (context) => {
      const { tx, urls, caller } = context;
      const holder = await requireReceipt(context);
      await correctReport(tx, holder, () => context.body, {
        address: await hashUploaderAddress(db, caller),
      });
      return viewReceiptReport(tx, holder, urls);
    },
    throttle,
  );
  route(
    mount,
    contract.changeReceiptConsent,
    async (context) => {
      const holder = await requireReceipt(context);
      await changeConsent(context.tx, holder.viewer, holder.postId, () => context.body);
      return viewReceiptReport(context.tx, holder, context.urls);
    },
    throttle,
  );
  route(mount, contract.withdrawReceiptReport, async (context) => {
    await withdrawReport(context.tx, await requireReceipt(context));
    return { withdrawn: true as const };
  });
  route(
    mount,
    contract.answerWithReceipt,
    async (context) => {
      const { postId: post_id } = await requireReceipt(context);
      const { message } = context.body;
      return viewReceiptMessage(
        await writeReceiptMessage(context.tx, { post_id, from_team: false, user_id: null, message }),
      );
    },
    throttle,
  );
}

function mountReporterMessages(mount: MountContext): void {
  route(mount, contract.listReporterMessages, async ({ tx, viewer, urls, params: { id } }) => {
    const { post, survey } = await readAuthorizedPost(tx, viewer, id, 'read_full');
    const rows = await readReceiptMessages(tx, id);
    return {
      has_receipt: await hasReceipt(tx, id),
      reply: findRefusalReason(survey, post, 'contact') ? ('declined' as const) : ('possible' as const),
      unread: countUnread(rows),
      is_waiting: isWaitingForReply(rows),
      count: rows.length,
      results: await viewReporterMessages(tx, urls, rows),
    };
  });
  route(mount, contract.askReporter, async ({ tx, viewer, urls, params: { id }, ...request }) => {
    const { post, survey } = await readAuthorizedPost(tx, viewer, id, 'read_full');
    if (!(await hasReceipt(tx, id))) throw notFound('receipts', id);
    if (findRefusalReason(survey, post, 'contact'))
      throw validationError('receipts', 'message', 'contactNeedsConsent');
    const { message } = request.body;
    const row = await writeReceiptMessage(tx, { post_id: id, from_team: true, user_id: viewer.id, message });
    const [view] = await viewReporterMessages(tx, urls, [row]);
    if (!view) throw notFound('receipts', id);
    return view;
  });
  route(mount, contract.markReporterThreadSeen, async ({ tx, viewer, params: { id }, ...request }) => {
    await readAuthorizedPost(tx, viewer, id, 'read_full');
    const { seen, done } = request.body;
    await markReporterMessagesSeen(tx, id, seen);
    if (done !== undefined) await markReporterMessagesDone(tx, id, seen, done);
    return { unread: countUnread(await readReceiptMessages(tx, id)) };
  });
  route(
    mount,
    contract.listReporterThreads,
    async ({ tx, viewer, query: { state, q, limit, offset = 0 } }) => {
      const { results, total } = await findReporterThreads(tx, viewer, {
        state,
        likePattern: q ? toLikePattern(q) : undefined,
        limit: Math.min(limit ?? limits.threadPage.default, limits.threadPage.max),
        offset,
      });
      return { count: results.length, total_count: total, results: results.map(viewReporterThread) };
    },
  );
}

/** Mounts the routes of receipts. */
export function mountReceipts(mount: MountContext): void {
  mountReportOfReceipt(mount);
  mountReporterMessages(mount);
}
