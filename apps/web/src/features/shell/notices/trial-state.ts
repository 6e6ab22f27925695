/** How far a trial is (spec 1 §4, §9). */
import { limits } from '@waypost/contract/common/limits';

const dayMs = 86_400_000;
/** Days that are left when nobody said when it ends. */
const defaultTrialDays = 30;

export interface TrialDates {
  expiration_date?: string | undefined;
  extension_date?: string | undefined;
}

export interface TrialState {
  name: 'running' | 'full' | 'over';
  /** Whole days that are left, the one begun included; 0 when it is over. */
  days: number;
}

/** Milliseconds of the epoch; null when it does not end. The later of both dates counts. */
function getTrialEnd({ expiration_date, extension_date }: TrialDates): number | null {
  if (!expiration_date) return null;
  const ends = [expiration_date, extension_date ?? ''].map(Date.parse).filter((it) => !Number.isNaN(it));
  return ends.length > 0 ? Math.max(...ends) : null;
}

/** @param postCount how many there are; only the first are shown */
export function getTrialState(dates: TrialDates, postCount: number, now = Date.now()): TrialState {
  const end = getTrialEnd(dates);
  const days = end === null ? defaultTrialDays : Math.max(0, Math.ceil((end - now) / dayMs));
  if (end !== null && end <= now) return { name: 'over', days: 0 };
  return { name: postCount >= limits.trialPosts ? 'full' : 'running', days };
}
