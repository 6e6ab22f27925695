/** A report that could not be sent: kept on this device, and sent from here on. Fetched when it is needed. */
import { getCurrentAccount, getScreenOwner } from '../../api/session.ts';
import { createRandomId } from '../../ui/browser/random-id.ts';
import type { Answers } from '../survey-form/answers/form-answers.ts';
import { readDraft, writeDraft } from '../survey-form/drafts/draft-store.ts';
import { getCacheOwner } from './cache-names.ts';
import { canEncrypt } from './device-encryption.ts';
import { startQueueSender } from './queue-sender.ts';
import {
  addQueuedReport,
  deleteQueuedReport,
  findQueuedReport,
  type SurveySnapshot,
} from './report-queue.ts';

/**
 * @param sendKey names the report to the server
 * @returns whether it is kept; else the answers are only in the form
 */
export async function queueReport(
  survey: SurveySnapshot,
  answers: Answers,
  sendKey: string,
): Promise<boolean> {
  // A login that ended is asked for again over the form: until then it is nobody's.
  if (!canEncrypt() || getScreenOwner()?.id !== getCurrentAccount()?.id) return false;
  const { id, name, tasks, attributes } = survey;
  const owner = getCacheOwner(getCurrentAccount()?.id);
  const queued = { id: sendKey, owner, survey: { id, name, tasks, attributes }, answers };
  const isQueued = await addQueuedReport(queued).then(
    () => true,
    () => false,
  );
  if (isQueued) startQueueSender();
  return isQueued;
}

/** Makes a waiting report the unsent one of its survey, to be gone on with in the form. One that is there is put aside. */
export async function reopenQueuedReport(id: string): Promise<void> {
  const report = await findQueuedReport(id);
  if (!report) return;
  const { survey, owner, answers } = report;
  const before = await readDraft(survey.id);
  if (before)
    await addQueuedReport(
      { id: before.sendKey || createRandomId(), owner, survey, answers: before.answers },
      'aside',
    );
  await writeDraft(survey.id, { answers, savedAt: report.savedAt, sendKey: id });
  await deleteQueuedReport(id);
}
