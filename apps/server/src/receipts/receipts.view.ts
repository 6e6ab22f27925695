/** Reports of receipts in the format of the API. */

import type {
  ReceiptMessage,
  ReceiptReport,
  ReporterMessage,
  ReporterThread,
} from '@waypost/contract/receipts/receipts';
import { receiptMessageLimits } from '@waypost/contract/receipts/receipts';
import type { Tx } from '../kernel/db/database.ts';
import { toApiDate, type UrlBuilder } from '../kernel/http/api-format.ts';
import { anonymousViewer, type Viewer } from '../kernel/security/viewer.ts';
import { findMediaByIds, viewMedia } from '../media/media.public.ts';
import {
  canReadPost,
  type PostDetails,
  readAuthorizedPost,
  readVisibleAnswers,
  viewPost,
  viewPostConsent,
} from '../posts/posts.public.ts';
import { readFileUrlSigner } from '../settings/settings.public.ts';
import { findUserNames } from '../users/users.public.ts';
import type { ReceiptHolder } from './receipt-token.ts';
import { type ReceiptMessageRow, readReceiptMessages } from './receipts.sql.ts';
import type { ReporterThreadRow } from './reporter-threads.sql.ts';

/** A message without the name of the member of the team who wrote it. */
export const viewReceiptMessage = ({
  id,
  from_team,
  message,
  created,
}: ReceiptMessageRow): ReceiptMessage => ({
  id,
  from: from_team ? 'team' : 'reporter',
  message,
  created: toApiDate(created),
});

/** Messages as the team sees them. */
export async function viewReporterMessages(
  tx: Tx,
  urls: UrlBuilder,
  rows: readonly ReceiptMessageRow[],
): Promise<ReporterMessage[]> {
  const names = await findUserNames(
    tx,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => ({
    ...viewReceiptMessage(row),
    user:
      row.user_id === null
        ? null
        : {
            id: row.user_id,
            url: urls.entity('users', row.user_id),
            realname: names.get(row.user_id) ?? null,
          },
  }));
}

/** A conversation as an entry of a list. */
export const viewReporterThread = ({
  post_id,
  title,
  unread,
  is_waiting,
  message_id,
  from,
  message,
  created,
}: ReporterThreadRow): ReporterThread => ({
  post_id,
  title,
  unread,
  is_waiting,
  message_id,
  from,
  message,
  created: toApiDate(created),
});

function stateOf({ post }: PostDetails): ReceiptReport['state'] {
  if (post.merged_into !== null) return 'combined';
  return post.status === 'draft' ? 'under-review' : post.status;
}

/** Ids of the pictures among the answers that the holder sees. */
export const findPictureIds = (viewer: Viewer, details: PostDetails): number[] =>
  readVisibleAnswers(viewer, details)
    .filter(({ attribute }) => attribute.type === 'media')
    .flatMap(({ answers }) => answers.map(Number));

async function readPictures(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  details: PostDetails,
): Promise<ReceiptReport['pictures']> {
  const rows = await findMediaByIds(tx, findPictureIds(viewer, details));
  const context = {
    addresses: urls,
    urlSigner: await readFileUrlSigner(tx),
    publicMediaIds: new Set<number>(),
  };
  return rows.map((row) => viewMedia(viewer, context, row));
}

/** The report of a receipt, as its author sees it. */
export async function viewReceiptReport(
  tx: Tx,
  { viewer, postId }: ReceiptHolder,
  urls: UrlBuilder,
): Promise<ReceiptReport> {
  const details = await readAuthorizedPost(tx, viewer, postId, 'read');
  const messages = await readReceiptMessages(tx, postId);
  return {
    state: stateOf(details),
    is_public: canReadPost(anonymousViewer, details.post),
    post: viewPost(viewer, urls, details),
    pictures: await readPictures(tx, viewer, urls, details),
    messages: messages.map(viewReceiptMessage),
    can_answer: messages.length < receiptMessageLimits.perPost,
    consent: await viewPostConsent(tx, viewer, urls, details),
  };
}
