/** What of a status somebody should look at. */
import type { Concern, Status } from '@waypost/contract/status/status';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Milliseconds. Nothing waits for longer while a worker is there; backups are made daily, or more rarely. */
const maxAgeMs = { job: 10 * minuteMs, backup: 8 * dayMs };
/** Of the disk, and bytes. */
const minFreeDisk = { share: 0.05, bytes: 1024 ** 3 };

const isDiskLow = ({ free, total }: Status['disk']) =>
  free !== null && total !== null && (free < minFreeDisk.bytes || free < total * minFreeDisk.share);

/** @returns the most urgent first; none where all is well */
export function findConcerns(status: Omit<Status, 'concerns'>, now: Date): Concern[] {
  const { jobs, backups, requests, mail, texting, notifications } = status;
  const since = (date: string | null) => (date === null ? 0 : now.getTime() - new Date(date).getTime());
  const found: Partial<Record<Concern, boolean>> = {
    'disk-low': isDiskLow(status.disk),
    'files-away': !status.files.answers,
    'jobs-late': since(jobs.oldest) > maxAgeMs.job,
    'backup-failed': backups.last !== null && backups.last.fault !== null,
    'backup-old': since(backups.good) > maxAgeMs.backup,
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
