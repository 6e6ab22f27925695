/** Numbers of the review for whoever coordinates it. */
import { limits } from '@waypost/contract/common/limits';
import type { Claim } from '@waypost/contract/review/claims';
import type { ReviewShift } from '@waypost/contract/review/shift';
import type { Tx } from '../kernel/db/database.ts';
import { toApiDate, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { isVisibleTo } from '../posts/posts.public.ts';
import { readSite } from '../settings/settings.public.ts';
import { findUserNames } from '../users/users.public.ts';
import { readWaitingGroups } from './review-summary.sql.ts';
import { viewWaitingGroups } from './review-summary.view.ts';
import { countByLocale, countClaimedPosts, countDecisions, readMedianMinutes } from './shift.sql.ts';
import { viewMember } from './team-member.view.ts';

/** Seconds since a claim was renewed; 0 for the longer locks of open editors. */
const idleSeconds = ({ expires }: Claim, now: Date): number =>
  Math.max(0, Math.round(now.getTime() / 1000) - (expires - limits.claimSeconds));

/** @param claims of all reviewers */
export async function readShift(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  claims: readonly Claim[],
): Promise<ReviewShift> {
  const now = new Date();
  const condition = isVisibleTo(viewer);
  const [groups, held, median_minutes, by_locale, decisions, site] = await Promise.all([
    readWaitingGroups(tx, condition, now),
    countClaimedPosts(tx, condition),
    readMedianMinutes(tx, condition, now),
    countByLocale(tx, condition),
    countDecisions(tx),
    readSite(tx),
  ]);
  const names = await findUserNames(
    tx,
    decisions.map(({ user_id }) => user_id),
  );
  return {
    ...viewWaitingGroups(urls, groups, now),
    held,
    counted: toApiDate(now),
    median_minutes,
    by_locale,
    claims: claims
      .map((claim) => ({ ...claim, idle_seconds: idleSeconds(claim, now) }))
      .toSorted((a, b) => b.idle_seconds - a.idle_seconds),
    decisions:
      site['show_decisions'] === true
        ? decisions.flatMap(({ user_id, count }) => {
            const user = viewMember(urls, user_id, names);
            return user ? [{ user, count }] : [];
          })
        : null,
    decisions_total: decisions.reduce((sum, { count }) => sum + count, 0),
  };
}
