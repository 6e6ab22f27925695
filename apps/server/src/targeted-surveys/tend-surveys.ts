/** Questions that nobody answers: asked once more after a day, and given up after a week. Then the next survey begins. */
import { limits } from '@waypost/contract/limits';
import { lockNumber } from '../contacts/contacts.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { type Carriers, findMessage, updateMessageRow } from '../messages/messages.public.ts';
import { readSurveyFields } from '../surveys/surveys.public.ts';
import { askQuestion } from './ask-question.ts';
import { beginNext } from './next-survey.ts';
import { questionsOf } from './questions.ts';
import { findIdle, findWaitingSince, updateSurveyContact } from './targeted-surveys.sql.ts';

export const tendSurveys = defineJob({ name: 'tend-surveys', payload: EmptyPayload, oneWaiting: true });

/** Contacts in one transaction. */
const most = 200;
const before = (seconds: number) => new Date(Date.now() - seconds * 1000);

async function expire(tx: Tx): Promise<number> {
  const rows = await findWaitingSince(tx, before(limits.surveyExpiry), { notReminded: false, most });
  for (const row of rows) {
    await updateSurveyContact(tx, row.id, { state: 'expired' });
    const asking = row.message_id === null ? undefined : await findMessage(tx, row.message_id);
    if (asking?.status === 'pending') await updateMessageRow(tx, asking.id, { status: 'expired' });
  }
  return rows.length;
}

/** Only who was asked is reminded: a question that has not left, or failed, is not asked twice. */
async function remind(tx: Tx, carriers: Carriers): Promise<number> {
  const rows = await findWaitingSince(tx, before(limits.surveyReminder), { notReminded: true, most });
  for (const row of rows) {
    const asking = row.message_id === null ? undefined : await findMessage(tx, row.message_id);
    const questions = questionsOf(await readSurveyFields(tx, row.survey_id));
    const open = questions.find((it) => it.id === row.attribute_id);
    const wasAsked = asking?.status === 'sent' || asking?.status === 'unknown';
    const message_id =
      wasAsked && open ? await askQuestion(tx, row, open, row.data_source, carriers) : row.message_id;
    // When it was asked first is what it expires by.
    await updateSurveyContact(tx, row.id, { reminded: true, message_id });
  }
  return rows.length;
}

/** Also where the survey before was closed or deleted, which tells nobody. */
async function begin(tx: Tx, carriers: Carriers): Promise<number> {
  const numbers = await findIdle(tx, most);
  // In one order, or two that wait for each other would wait for ever.
  for (const number of numbers.toSorted()) {
    await lockNumber(tx, number);
    await beginNext(tx, number, carriers);
  }
  return numbers.length;
}

export const surveyTender =
  (db: Db, carriers: Carriers): JobHandler<typeof tendSurveys> =>
  async (_payload, run) => {
    for (const step of [expire, (tx: Tx) => remind(tx, carriers), (tx: Tx) => begin(tx, carriers)])
      for (let done = most; done === most; ) {
        await run.progress(0, null);
        done = await inTransaction(db, 'writes', step);
      }
  };
