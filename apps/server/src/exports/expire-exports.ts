/** Expires exports after a report was withdrawn: each may contain it, and each can be exported again. */
import { PostFilters } from '@waypost/contract/browse/post-filters';
import type { Tx } from '../kernel/db/database.ts';
import { expireExportFiles, findExportsSince } from './exports.sql.ts';

/** Whether the filters of an export may find posts of a survey. */
function includesSurvey(filters: unknown, surveyId: number | null): boolean {
  const { data } = PostFilters.pick({ form: true }).safeParse(filters);
  return !data?.form?.length || data.form.includes(surveyId ?? 'none');
}

/**
 * Expires exports that may contain a post that was withdrawn. Those being written start again for some minutes: visitors who withdraw reports
 * must not keep an export from ever being finished.
 */
export async function expireExportsOfPost(
  tx: Tx,
  { created, survey_id }: { created: Date; survey_id: number | null },
): Promise<void> {
  const candidates = await findExportsSince(tx, created);
  const ids = candidates.filter(({ filters }) => includesSurvey(filters, survey_id)).map(({ id }) => id);
  await expireExportFiles(tx, ids);
}
