/** The verification record in the format of the API. */
import type { VerificationRecord } from '@waypost/contract/review/verifications';
import type { Tx } from '../../kernel/db/database.ts';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../../kernel/http/api-format.ts';
import { findUserNames } from '../../users/users.public.ts';
import { viewMember } from '../team-member.view.ts';
import { readVerificationRows } from './verifications.sql.ts';

/** The record of a post. */
export async function viewVerifications(
  tx: Tx,
  urls: UrlBuilder,
  postId: number,
): Promise<VerificationRecord> {
  const rows = await readVerificationRows(tx, postId);
  const names = await findUserNames(
    tx,
    rows.flatMap((row) => [row.user_id, row.withdrawn_by]),
  );
  const current = rows.find((row) => row.is_current);
  return {
    post_id: postId,
    status: current?.status ?? 'unverified',
    sources: current?.sources ?? null,
    history: rows
      .toSorted((a, b) => b.id - a.id)
      .map((row) => ({
        id: row.id,
        user: viewMember(urls, row.user_id, names),
        status: row.status,
        sources: row.sources,
        evidence: row.evidence,
        note: row.note,
        created: toApiDate(row.created),
        withdrawn: toApiDateOrNull(row.withdrawn),
        withdrawn_by: viewMember(urls, row.withdrawn_by, names),
      })),
  };
}
