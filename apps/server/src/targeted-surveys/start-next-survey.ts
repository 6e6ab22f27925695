/** Surveys that wait for one another: whoever is through with one is asked the next, in the order in which they were sent. */
import { contactsWithNumber } from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Carriers } from '../messages/messages.public.ts';
import { readSurveyFields } from '../surveys/surveys.public.ts';
import { sendQuestion } from './send-question.ts';
import { selectQuestions } from './survey-questions.ts';
import {
  endActiveSurveys,
  findActiveSurvey,
  findNextWaitingSurvey,
  updateSurveyContact,
} from './targeted-surveys.sql.ts';

/** Begins the survey that a number waits for longest, unless another one is under way. Under the lock of the number. */
export async function startNextSurvey(tx: Tx, number: string, transports: Carriers): Promise<void> {
  if (await findActiveSurvey(tx, number)) return;
  for (
    let row = await findNextWaitingSurvey(tx, number);
    row;
    row = await findNextWaitingSurvey(tx, number)
  ) {
    const [question] = selectQuestions(await readSurveyFields(tx, row.survey_id));
    // Its questions were taken out meanwhile.
    if (!question) await updateSurveyContact(tx, row.id, { state: 'finished' });
    else {
      // A survey that was closed in the middle is over for them.
      const same = await contactsWithNumber(tx, number);
      await endActiveSurveys(
        tx,
        same.map((it) => it.id),
        row.survey_id,
      );
      const message_id = await sendQuestion(tx, row, question, row.data_source, transports);
      const questionState = { attribute_id: question.id, message_id, asked: new Date() };
      await updateSurveyContact(tx, row.id, { state: 'pending', ...questionState });
      return;
    }
  }
}
