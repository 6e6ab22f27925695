/** What of a status somebody should look at. */
import type { Concern, Status } from '@waypost/contract/status';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Milliseconds. Nothing waits for longer while a worker is there; backups are made daily, or more rarely. */
const patience = { job: 10 * minute, backup: 8 * day };
/** Of the disk, and bytes. */
const low = { share: 0.05, bytes: 1024 ** 3 };

const isLow = ({ free, total }: Status['disk']) =>
  free !== null && total !== null && (free < low.bytes || free < total * low.share);

/** @returns the most urgent first; none where all is well */
export function concernsOf(status: Omit<Status, 'concerns'>, now: Date): Concern[] {
  const { jobs, backups, requests, mail, texting, notifications } = status;
  const since = (date: string | null) => (date === null ? 0 : now.getTime() - new Date(date).getTime());
  const found: Partial<Record<Concern, boolean>> = {
    'disk-low': isLow(status.disk),
    'files-away': !status.files.answers,
    'jobs-late': since(jobs.oldest) > patience.job,
    'backup-failed': backups.last !== null && backups.last.fault !== null,
    'backup-old': since(backups.good) > patience.backup,
    'requests-failed': requests.failed > 0,
    'turned-away': requests.refused > 0,
    'database-awaited': status.database.connections.awaited > 0,
    'jobs-failed': jobs.failed > 0,
    'mail-held': (mail.held ?? 0) > 0,
    'mail-waits': !mail.leaves && mail.waiting > 0,
    'mail-failed': mail.failed > 0,
    'texts-failed': texting.failed > 0,
    'notifications-paused': (notifications?.paused ?? 0) > 0,
    'backup-none': backups.good === null && !backups.planned,
  };
  return (Object.keys(found) as Concern[]).filter((concern) => found[concern] === true);
}
