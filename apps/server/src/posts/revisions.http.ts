/** The addresses of revisions. */
import * as contract from '@waypost/contract/post-revisions';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { postFor } from './read-posts.ts';
import { revisionOf } from './read-revisions.ts';
import { restoreRevision } from './restore-revision.ts';
import { readRevisions } from './revisions.sql.ts';
import { namesIn, viewFullRevision, viewRevision } from './revisions.view.ts';
import { viewWritten } from './written-post.ts';

const usual = { orderby: 'id', order: 'desc' } as const;

/** The numbers on a page, from and to, both included. */
function pageOf(
  total: number,
  { limit, offset = 0, order = usual.order }: Parameters<typeof listEnvelope>[2],
) {
  const length = limit || total;
  return order === 'asc'
    ? { from: offset + 1, to: Math.min(total, offset + length) }
    : { from: Math.max(1, total - offset - length + 1), to: total - offset };
}

export function mountRevisions(mount: Mount): void {
  route(mount, contract.listRevisions, async ({ tx, viewer, addresses, params, query }) => {
    const known = await postFor(tx, viewer, params.id, 'read_full');
    const total = known.post.revision;
    const { from, to } = pageOf(total, query);
    const rows = from > to ? [] : await readRevisions(tx, params.id, from, to);
    const first = from === 1 && to >= 1 ? (await revisionOf(tx, viewer, params.id, 1)).after.user : undefined;
    const names = await namesIn(tx, [...rows.map((row) => row.user_id), first ?? null]);
    const latestFirst = [...rows, ...(first === undefined ? [] : [undefined])];
    const results = latestFirst.map((row) => viewRevision(addresses, known, names, row, first ?? null));
    if (query.order === 'asc') results.reverse();
    return listEnvelope(addresses, `/posts/${params.id}/revisions`, query, { results, total }, usual);
  });
  route(mount, contract.readRevision, async ({ tx, viewer, addresses, params }) =>
    viewFullRevision(tx, addresses, await revisionOf(tx, viewer, params.id, params.revisionId)),
  );
  route(mount, contract.restoreRevision, async ({ tx, viewer, addresses, params }) => {
    await restoreRevision(tx, viewer, params.id, params.revisionId);
    return viewWritten(tx, viewer, addresses, params.id);
  });
}
