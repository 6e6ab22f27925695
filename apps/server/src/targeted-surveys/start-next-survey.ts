/** Queued surveys: when a contact has finished one, the next one starts, in the order of sending. */
import { findContactsByNumber } from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { MessageTransports } from '../messages/messages.public.ts';
import { findRefusedNumbers } from '../posts/posts.public.ts';
import { readSurveyFields } from '../surveys/surveys.public.ts';
import { sendQuestion } from './send-question.ts';
import { selectQuestions } from './survey-questions.ts';
import {
  endActiveSurveys,
  findActiveSurvey,
  findNextWaitingSurvey,
  updateSurveyContact,
} from './targeted-surveys.sql.ts';

/** Starts the longest waiting survey of a number, unless one is active. The caller holds the lock of the number. */
export async function startNextSurvey(tx: Tx, number: string, transports: MessageTransports): Promise<void> {
  if (await findActiveSurvey(tx, number)) return;
  for (
    let row = await findNextWaitingSurvey(tx, number);
    row;
    row = await findNextWaitingSurvey(tx, number)
  ) {
    const [question] = selectQuestions(await readSurveyFields(tx, row.survey_id));
    // Its questions were removed in the meantime.
    if (!question) await updateSurveyContact(tx, row.id, { state: 'finished' });
    // They took back that they may be contacted.
    else if ((await findRefusedNumbers(tx, [number])).length > 0)
      await updateSurveyContact(tx, row.id, { state: 'stopped' });
    else {
      // An unfinished survey that was closed ends here.
      const contacts = await findContactsByNumber(tx, number);
      await endActiveSurveys(
        tx,
        contacts.map((contact) => contact.id),
        row.survey_id,
      );
      const message_id = await sendQuestion(tx, row, question, row.data_source, transports);
      const questionState = { attribute_id: question.id, message_id, question_sent: new Date() };
      await updateSurveyContact(tx, row.id, { state: 'pending', ...questionState });
      return;
    }
  }
}
