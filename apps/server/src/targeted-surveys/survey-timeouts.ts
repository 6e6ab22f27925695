/** Questions that nobody answers: asked once more after a day, and given up after a week. Then the next survey begins. */
import { limits } from '@waypost/contract/common/limits';
import { lockNumber } from '../contacts/contacts.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { type Carriers, findMessage, updateMessageRow } from '../messages/messages.public.ts';
import { readSurveyFields } from '../surveys/surveys.public.ts';
import { sendQuestion } from './send-question.ts';
import { startNextSurvey } from './start-next-survey.ts';
import { selectQuestions } from './survey-questions.ts';
import { findIdleNumbers, findUnansweredSince, updateSurveyContact } from './targeted-surveys.sql.ts';

export const processSurveyTimeouts = defineJob({
  name: 'tend-surveys',
  payload: EmptyPayload,
  isDeduplicated: true,
});

/** Contacts in one transaction. */
const batchSize = 200;
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

async function expireSurveys(tx: Tx): Promise<number> {
  const rows = await findUnansweredSince(tx, secondsAgo(limits.surveyExpirySeconds), {
    notReminded: false,
    most: batchSize,
  });
  for (const row of rows) {
    await updateSurveyContact(tx, row.id, { state: 'expired' });
    const questionMessage = row.message_id === null ? undefined : await findMessage(tx, row.message_id);
    if (questionMessage?.status === 'pending')
      await updateMessageRow(tx, questionMessage.id, { status: 'expired' });
  }
  return rows.length;
}

/** Only who was asked is reminded: a question that has not left, or failed, is not asked twice. */
async function sendReminders(tx: Tx, transports: Carriers): Promise<number> {
  const rows = await findUnansweredSince(tx, secondsAgo(limits.surveyReminderSeconds), {
    notReminded: true,
    most: batchSize,
  });
  for (const row of rows) {
    const questionMessage = row.message_id === null ? undefined : await findMessage(tx, row.message_id);
    const questions = selectQuestions(await readSurveyFields(tx, row.survey_id));
    const open = questions.find((it) => it.id === row.attribute_id);
    const wasAsked = questionMessage?.status === 'sent' || questionMessage?.status === 'unknown';
    const message_id =
      wasAsked && open ? await sendQuestion(tx, row, open, row.data_source, transports) : row.message_id;
    // When it was asked first is what it expires by.
    await updateSurveyContact(tx, row.id, { reminded: true, message_id });
  }
  return rows.length;
}

/** Also where the survey before was closed or deleted, which tells nobody. */
async function startWaitingSurveys(tx: Tx, transports: Carriers): Promise<number> {
  const numbers = await findIdleNumbers(tx, batchSize);
  // In one order, or two that wait for each other would wait for ever.
  for (const number of numbers.toSorted()) {
    await lockNumber(tx, number);
    await startNextSurvey(tx, number, transports);
  }
  return numbers.length;
}

export const createTimeoutProcessor =
  (db: Db, transports: Carriers): JobHandler<typeof processSurveyTimeouts> =>
  async (_payload, run) => {
    for (const step of [
      expireSurveys,
      (tx: Tx) => sendReminders(tx, transports),
      (tx: Tx) => startWaitingSurveys(tx, transports),
    ])
      for (let done = batchSize; done === batchSize; ) {
        await run.reportProgress(0, null);
        done = await inTransaction(db, 'writes', step);
      }
  };
