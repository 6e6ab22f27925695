/** Routes of revisions. */
import * as contract from '@waypost/contract/posts/post-revisions';
import { listEnvelope } from '../../kernel/http/api-format.ts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { viewWrittenPost } from '../view-written-post.ts';
import { readRevision } from './read-revision.ts';
import { restoreRevision } from './restore-revision.ts';
import { readRevisions } from './revisions.sql.ts';
import { findWithheldPeople, readRevisionNames, viewFullRevision, viewRevision } from './revisions.view.ts';

const defaultSort = { orderby: 'id', order: 'desc' } as const;

/** First and last revision number on a page, both included. */
function revisionRange(
  total: number,
  { limit, offset = 0, order = defaultSort.order }: Parameters<typeof listEnvelope>[2],
) {
  const pageSize = limit || total;
  return order === 'asc'
    ? { from: offset + 1, to: Math.min(total, offset + pageSize) }
    : { from: Math.max(1, total - offset - pageSize + 1), to: total - offset };
}

/** Mounts the routes that list, read and restore revisions. */
export function mountRevisions(mount: MountContext): void {
  route(mount, contract.listRevisions, async ({ tx, viewer, urls, params, query }) => {
    const details = await readAuthorizedPost(tx, viewer, params.id, 'read_full');
    const total = details.post.revision;
    const { from, to } = revisionRange(total, query);
    const rows = from > to ? [] : await readRevisions(tx, params.id, from, to);
    const authorId =
      from === 1 && to >= 1 ? (await readRevision(tx, viewer, params.id, 1)).after.user : undefined;
    const people = [...rows.map((row) => row.user_id), authorId ?? null];
    const names = await readRevisionNames(tx, people, [], await findWithheldPeople(tx, viewer, details));
    const latestFirst = [...rows, ...(authorId === undefined ? [] : [undefined])];
    const results = latestFirst.map((row) => viewRevision(urls, details, names, row, authorId ?? null));
    if (query.order === 'asc') results.reverse();
    return listEnvelope(urls, `/posts/${params.id}/revisions`, query, { results, total }, defaultSort);
  });
  route(mount, contract.readRevision, async ({ tx, viewer, urls, params }) =>
    viewFullRevision(tx, viewer, urls, await readRevision(tx, viewer, params.id, params.revisionId)),
  );
  route(mount, contract.restoreRevision, async ({ tx, viewer, urls, params }) => {
    await restoreRevision(tx, viewer, params.id, params.revisionId);
    return viewWrittenPost(tx, viewer, urls, params.id);
  });
}
