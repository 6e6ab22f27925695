/** Routes of receipts, for their holders and for the team. */
import * as contract from '@waypost/contract/receipts/receipts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { notFound } from '../kernel/http/problem.ts';
import { type MountContext, route, routeWithPreCheck, visitorThrottle } from '../kernel/http/route.ts';
import { hashUploaderAddress } from '../media/media.public.ts';
import { readAuthorizedPost } from '../posts/posts.public.ts';
import { correctReport, withdrawReport } from './correct-report.ts';
import { clearReceiptAttempt, createReceiptGate, openReceipt } from './open-receipt.ts';
import { requireReceipt } from './receipt-token.ts';
import { hasReceipt, readReceiptMessages } from './receipts.sql.ts';
import { viewReceiptMessage, viewReceiptReport, viewReporterMessages } from './receipts.view.ts';
import { writeReceiptMessage } from './write-message.ts';

function mountReportOfReceipt(mount: MountContext, store: FileStore): void {
  const { db } = mount;
  const throttle = { throttle: visitorThrottle(mount, 'receipts') };
  routeWithPreCheck(
    mount,
    contract.openReceipt,
    createReceiptGate(db),
    async ({ tx, body, prepared: address, txHooks }) => {
      const opened = await openReceipt(tx, body.key);
      txHooks.onCommit(() => clearReceiptAttempt(db, address));
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
      const { tx, urls, caller, txHooks } = context;
      const holder = await requireReceipt(context);
      await correctReport(tx, holder, () => context.body, {
        address: await hashUploaderAddress(db, caller),
        mediaStorage: { store, txHooks },
      });
      return viewReceiptReport(tx, holder, urls);
    },
    throttle,
  );
  route(mount, contract.withdrawReceiptReport, async (context) => {
    await withdrawReport(context.tx, await requireReceipt(context), { store, txHooks: context.txHooks });
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

/** Mounts the routes of receipts. */
export function mountReceipts(mount: MountContext, store: FileStore): void {
  mountReportOfReceipt(mount, store);
  route(mount, contract.listReporterMessages, async ({ tx, viewer, urls, params: { id } }) => {
    await readAuthorizedPost(tx, viewer, id, 'read_full');
    const results = await viewReporterMessages(tx, urls, await readReceiptMessages(tx, id));
    return { has_receipt: await hasReceipt(tx, id), count: results.length, results };
  });
  route(mount, contract.askReporter, async ({ tx, viewer, urls, params: { id }, ...request }) => {
    await readAuthorizedPost(tx, viewer, id, 'read_full');
    if (!(await hasReceipt(tx, id))) throw notFound('receipts', id);
    const { message } = request.body;
    const row = await writeReceiptMessage(tx, { post_id: id, from_team: true, user_id: viewer.id, message });
    const [view] = await viewReporterMessages(tx, urls, [row]);
    if (!view) throw notFound('receipts', id);
    return view;
  });
}
