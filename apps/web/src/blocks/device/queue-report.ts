/** Queues a report that could not be sent on this device. Loaded when it is needed. */
import { getCurrentAccount, getScreenOwner } from '../../api/session.ts';
import type { Answers } from '../survey-form/answers/form-answers.ts';
import { writeDraft } from '../survey-form/drafts/draft-store.ts';
import { getCacheOwner } from './cache-names.ts';
import { canEncrypt } from './device-encryption.ts';
import { startQueueSender } from './queue-sender.ts';
import {
  addQueuedReport,
  deleteQueuedReport,
  findQueuedReport,
  type QueuedReport,
  type SurveySnapshot,
} from './report-queue.ts';

/**
 * Adds a report to the queue.
 * @param sendKey the idempotency key of the report
 * @param extras the hash of the key of its receipt, and what its reporter agreed to
 * @returns whether it was stored; if not, the answers are only in the form
 */
export async function queueReport(
  survey: SurveySnapshot,
  answers: Answers,
  sendKey: string,
  extras: Pick<QueuedReport, 'receipt' | 'consent'> = {},
): Promise<boolean> {
  // While the login dialog of an expired session is open, it is not decided whose report it is.
  if (!canEncrypt() || getScreenOwner()?.id !== getCurrentAccount()?.id) return false;
  const { id, name, tasks, attributes } = survey;
  const owner = getCacheOwner(getCurrentAccount()?.id);
  const queued = { id: sendKey, owner, survey: { id, name, tasks, attributes }, answers, ...extras };
  const isQueued = await addQueuedReport(queued).then(
    () => true,
    () => false,
  );
  if (isQueued) startQueueSender();
  return isQueued;
}

/** Moves a queued report back to the drafts of its survey. */
export async function reopenQueuedReport(id: string): Promise<void> {
  const report = await findQueuedReport(id);
  if (!report) return;
  const { survey, answers, savedAt } = report;
  await writeDraft({ id, surveyId: survey.id, answers, savedAt, sendKey: id });
  await deleteQueuedReport(id);
}
