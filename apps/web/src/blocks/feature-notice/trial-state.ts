/** State of a trial (spec 1 §4, §9). */
import { limits } from '@waypost/contract/common/limits';
import { trialTiers } from '@waypost/contract/settings/settings';

const dayMs = 86_400_000;
/** Remaining days when no end is set. */
const defaultTrialDays = 30;

/** End dates of a trial in the configuration. */
export interface TrialDates {
  expiration_date?: string | undefined;
  extension_date?: string | undefined;
}

/** Phase of a trial and its remaining days. */
export interface TrialState {
  name: 'running' | 'full' | 'over';
  /** Remaining days, rounded up; 0 when the trial is over. */
  days: number;
}

/** End of the trial in milliseconds since the epoch, the later of both dates; null without an end. */
function getTrialEnd({ expiration_date, extension_date }: TrialDates): number | null {
  if (!expiration_date) return null;
  const endTimes = [expiration_date, extension_date ?? '']
    .map(Date.parse)
    .filter((time) => !Number.isNaN(time));
  return endTimes.length > 0 ? Math.max(...endTimes) : null;
}

/** @param postCount number of posts; only the first ones are shown */
export function getTrialState(dates: TrialDates, postCount: number, now = Date.now()): TrialState {
  const endMs = getTrialEnd(dates);
  const days = endMs === null ? defaultTrialDays : Math.max(0, Math.ceil((endMs - now) / dayMs));
  if (endMs !== null && endMs <= now) return { name: 'over', days: 0 };
  return { name: postCount >= limits.trialPosts ? 'full' : 'running', days };
}

/** Whether a deployment is a trial that has ended: it takes no reports. */
export const isTrialOver = (site: TrialDates & { tier?: string | undefined }): boolean =>
  trialTiers.some((tier) => tier === site.tier) && getTrialState(site, 0).name === 'over';
