/** A report that could not be sent: kept on this device, and sent from here on. Fetched when it is needed. */
import { currentAccount, screenOwner } from '../../api/session.ts';
import { randomId } from '../../ui/random-id.ts';
import { readDraft, writeDraft } from '../survey-form/draft-store.ts';
import type { Answers } from '../survey-form/form-answers.ts';
import { ownerOf } from './cache-names.ts';
import { canLock } from './lock.ts';
import { startSending } from './start-sending.ts';
import { type AnsweredSurvey, addWaiting, findWaiting, removeWaiting } from './waiting-reports.ts';

/**
 * @param sendKey names the report to the server
 * @returns whether it is kept; else the answers are only in the form
 */
export async function keepReport(
  survey: AnsweredSurvey,
  answers: Answers,
  sendKey: string,
): Promise<boolean> {
  // A login that ended is asked for again over the form: until then it is nobody's.
  if (!canLock() || screenOwner()?.id !== currentAccount()?.id) return false;
  const { id, name, tasks, attributes } = survey;
  const owner = ownerOf(currentAccount()?.id);
  const kept = { id: sendKey, owner, survey: { id, name, tasks, attributes }, answers };
  const isKept = await addWaiting(kept).then(
    () => true,
    () => false,
  );
  if (isKept) startSending();
  return isKept;
}

/** Makes a waiting report the unsent one of its survey, to be gone on with in the form. One that is there is put aside. */
export async function openAgain(id: string): Promise<void> {
  const report = await findWaiting(id);
  if (!report) return;
  const { survey, owner, answers } = report;
  const before = await readDraft(survey.id);
  if (before)
    await addWaiting({ id: before.sendKey || randomId(), owner, survey, answers: before.answers }, 'aside');
  await writeDraft(survey.id, { answers, savedAt: report.savedAt, sendKey: id });
  await removeWaiting(id);
}
