/** How far a trial is (spec 1 §4, §9). */
import { limits } from '@waypost/contract/limits';

const day = 86_400_000;
/** Days that are left when nobody said when it ends. */
const usualDays = 30;

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
function endOf({ expiration_date, extension_date }: TrialDates): number | null {
  if (!expiration_date) return null;
  const ends = [expiration_date, extension_date ?? ''].map(Date.parse).filter((it) => !Number.isNaN(it));
  return ends.length > 0 ? Math.max(...ends) : null;
}

/** @param posts how many there are; only the first are shown */
export function trialState(dates: TrialDates, posts: number, now = Date.now()): TrialState {
  const end = endOf(dates);
  const days = end === null ? usualDays : Math.max(0, Math.ceil((end - now) / day));
  if (end !== null && end <= now) return { name: 'over', days: 0 };
  return { name: posts >= limits.trialPosts ? 'full' : 'running', days };
}
