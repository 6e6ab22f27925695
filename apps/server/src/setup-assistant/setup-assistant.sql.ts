/** Queries of the set-up: what exists. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** What exists in the deployment besides what it began with. */
export interface SetupContent {
  /** Whether a survey was created or changed. */
  has_own_survey: boolean;
  /** Whether there is another account, or an invitation that can be accepted. */
  has_team: boolean;
  /** Whether somebody has sent a report. */
  has_report: boolean;
  /** Whether a map archive is on the map. */
  has_map: boolean;
}

/** Reads what exists. @param firstSurveyName the name of the survey that every deployment begins with */
export async function readSetupContent(tx: Tx, firstSurveyName: string): Promise<SetupContent> {
  const { rows } = await sql<SetupContent>`
    select
      exists (select from surveys where updated is not null or name <> ${firstSurveyName}) as has_own_survey,
      (select count(*) from (select from users limit 2) as first_accounts) > 1
        or exists (select from invitations where revoked is null and expires > now() and uses < max_uses) as has_team,
      exists (select from posts) as has_report,
      exists (select from map_archives where state = 'ready' and active) as has_map`.execute(tx);
  return rows[0] ?? { has_own_survey: false, has_team: false, has_report: false, has_map: false };
}
