/** State of a trial (spec 1 §4, §9). */
import { limits } from '@waypost/contract/common/limits';

const dayMs = 86_400_000;
/** Remaining days when no end is set. */
const defaultTrialDays = 30;

export interface TrialDates {
  expiration_date?: string | undefined;
  extension_date?: string | undefined;
}

export interface TrialState {
  name: 'running' | 'full' | 'over';
  /** Remaining days, rounded up; 0 when the trial is over. */
  days: number;
}

/** End of the trial in milliseconds since the epoch, the later of both dates; null without an end. */
function getTrialEnd({ expiration_date, extension_date }: TrialDates): number | null {
  if (!expiration_date) return null;
  const ends = [expiration_date, extension_date ?? ''].map(Date.parse).filter((it) => !Number.isNaN(it));
  return ends.length > 0 ? Math.max(...ends) : null;
}

/** @param postCount number of posts; only the first ones are shown */
export function getTrialState(dates: TrialDates, postCount: number, now = Date.now()): TrialState {
  const end = getTrialEnd(dates);
  const days = end === null ? defaultTrialDays : Math.max(0, Math.ceil((end - now) / dayMs));
  if (end !== null && end <= now) return { name: 'over', days: 0 };
  return { name: postCount >= limits.trialPosts ? 'full' : 'running', days };
}
