/** Finds problems in the status that an administrator should look at. */
import type { Concern, Status } from '@waypost/contract/status/status';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** No job waits longer while a worker runs, and files are removed within seconds. Backups may be weekly. */
const maxAgeMs = { job: 10 * minuteMs, file: 60 * minuteMs, backup: 8 * dayMs };
/** Minimum free disk space: share of the disk, and bytes. */
const minFreeDisk = { share: 0.05, bytes: 1024 ** 3 };

const isDiskLow = ({ free, total }: Status['disk']) =>
  free !== null && total !== null && (free < minFreeDisk.bytes || free < total * minFreeDisk.share);

/** The problems of a status, most urgent first. */
export function findConcerns(status: Omit<Status, 'concerns'>, now: Date): Concern[] {
  const { files, jobs, backups, requests, mail, texting, notifications } = status;
  const ageMs = (date: string | null) => (date === null ? 0 : now.getTime() - new Date(date).getTime());
  const concerns: Partial<Record<Concern, boolean>> = {
    'disk-low': isDiskLow(status.disk),
    'files-away': !files.answers,
    'gateway-unauthenticated': (texting.unauthenticated ?? []).length > 0,
    'files-not-removed': ageMs(files.to_remove?.oldest ?? null) > maxAgeMs.file,
    'jobs-late': ageMs(jobs.oldest) > maxAgeMs.job,
    'backup-failed': backups.last !== null && backups.last.fault !== null,
    'backup-old': ageMs(backups.good) > maxAgeMs.backup,
    'requests-failed': requests.failed > 0,
    'turned-away': requests.refused > 0,
    'database-awaited': status.database.connections.awaited > 0,
    'jobs-failed': jobs.failed > 0,
    'mail-held': mail.leaves && (mail.held ?? 0) > 0,
    'mail-waits': !mail.leaves && mail.waiting > 0,
    'mail-failed': mail.failed > 0,
    'channels-failing': (status.channels ?? []).some((channel) => channel.status.state === 'failing'),
    'texts-failed': texting.failed > 0,
    'messages-unprocessed': (texting.unprocessed ?? 0) > 0,
    'notifications-paused': (notifications?.paused ?? 0) > 0,
    'files-unused': (files.check?.unused ?? 0) > (files.check?.used ?? 0),
    'backup-none': backups.good === null && !backups.planned,
  };
  return (Object.keys(concerns) as Concern[]).filter((concern) => concerns[concern] === true);
}
