/** Timeouts of unanswered questions: a reminder after a day, expiry after a week. Then the next waiting survey starts. */
import { limits } from '@waypost/contract/common/limits';
import { lockPhoneNumber } from '../contacts/contacts.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { findMessage, type MessageTransports, updateMessageRow } from '../messages/messages.public.ts';
import { readSurveyFields } from '../surveys/surveys.public.ts';
import { sendQuestion } from './send-question.ts';
import { startNextSurvey } from './start-next-survey.ts';
import { selectQuestions } from './survey-questions.ts';
import { findIdleNumbers, findUnansweredSince, updateSurveyContact } from './targeted-surveys.sql.ts';

/** Expires surveys, sends reminders and starts waiting surveys. */
export const processSurveyTimeouts = defineJob({
  name: 'process-survey-timeouts',
  payload: EmptyPayload,
  isDeduplicated: true,
});

/** Contacts per transaction. */
const batchSize = 200;
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

async function expireSurveys(tx: Tx): Promise<number> {
  const rows = await findUnansweredSince(tx, secondsAgo(limits.surveyExpirySeconds), {
    excludeReminded: false,
    maxRows: batchSize,
  });
  for (const row of rows) {
    await updateSurveyContact(tx, row.id, { state: 'expired' });
    const questionMessage = row.message_id === null ? undefined : await findMessage(tx, row.message_id);
    if (questionMessage?.status === 'pending')
      await updateMessageRow(tx, questionMessage.id, { status: 'expired' });
  }
  return rows.length;
}

/** Sends questions again, only if they were sent before: one that is pending or failed is not repeated. */
async function sendReminders(tx: Tx, transports: MessageTransports): Promise<number> {
  const rows = await findUnansweredSince(tx, secondsAgo(limits.surveyReminderSeconds), {
    excludeReminded: true,
    maxRows: batchSize,
  });
  for (const row of rows) {
    const questionMessage = row.message_id === null ? undefined : await findMessage(tx, row.message_id);
    const questions = selectQuestions(await readSurveyFields(tx, row.survey_id));
    const openQuestion = questions.find((question) => question.id === row.attribute_id);
    const wasSent = questionMessage?.status === 'sent' || questionMessage?.status === 'unknown';
    const message_id =
      wasSent && openQuestion
        ? await sendQuestion(tx, row, openQuestion, row.data_source, transports)
        : row.message_id;
    // `question_sent` stays: the survey expires by the time of the first question.
    await updateSurveyContact(tx, row.id, { reminded: true, message_id });
  }
  return rows.length;
}

/** Starts waiting surveys of idle numbers, also where the previous survey was closed or deleted. */
async function startWaitingSurveys(tx: Tx, transports: MessageTransports): Promise<number> {
  const numbers = await findIdleNumbers(tx, batchSize);
  // Always in the same order, against deadlocks.
  for (const number of numbers.toSorted()) {
    await lockPhoneNumber(tx, number);
    await startNextSurvey(tx, number, transports);
  }
  return numbers.length;
}

/** Creates the handler of `processSurveyTimeouts`. */
export const createTimeoutProcessor =
  (db: Db, transports: MessageTransports): JobHandler<typeof processSurveyTimeouts> =>
  async (_payload, run) => {
    for (const step of [
      expireSurveys,
      (tx: Tx) => sendReminders(tx, transports),
      (tx: Tx) => startWaitingSurveys(tx, transports),
    ])
      for (let processed = batchSize; processed === batchSize; ) {
        await run.reportProgress(0, null);
        processed = await inTransaction(db, 'writes', step);
      }
  };
