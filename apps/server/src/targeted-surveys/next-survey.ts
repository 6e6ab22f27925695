/** Surveys that wait for one another: whoever is through with one is asked the next, in the order in which they were sent. */
import { contactsWithNumber } from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db.ts';
import type { Carriers } from '../messages/messages.public.ts';
import { readSurveyFields } from '../surveys/surveys.public.ts';
import { askQuestion } from './ask-question.ts';
import { questionsOf } from './questions.ts';
import { findRunning, findWaiting, takeOver, updateSurveyContact } from './targeted-surveys.sql.ts';

/** Begins the survey that a number waits for longest, unless another one is under way. Under the lock of the number. */
export async function beginNext(tx: Tx, number: string, carriers: Carriers): Promise<void> {
  if (await findRunning(tx, number)) return;
  for (let row = await findWaiting(tx, number); row; row = await findWaiting(tx, number)) {
    const [question] = questionsOf(await readSurveyFields(tx, row.survey_id));
    // Its questions were taken out meanwhile.
    if (!question) await updateSurveyContact(tx, row.id, { state: 'finished' });
    else {
      // A survey that was closed in the middle is over for them.
      const same = await contactsWithNumber(tx, number);
      await takeOver(
        tx,
        same.map((it) => it.id),
        row.survey_id,
      );
      const message_id = await askQuestion(tx, row, question, row.data_source, carriers);
      const asked = { attribute_id: question.id, message_id, asked: new Date() };
      await updateSurveyContact(tx, row.id, { state: 'pending', ...asked });
      return;
    }
  }
}
