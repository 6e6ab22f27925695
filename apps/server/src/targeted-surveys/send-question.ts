/** Asking one question of a survey, of somebody or of many. */
import type { Tx } from '../kernel/db/database.ts';
import { type Carriers, writeMessage, writeTexts } from '../messages/messages.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { formatQuestion } from './survey-questions.ts';
import type { SurveyContactRow } from './targeted-surveys.sql.ts';

type QuestionRecipient = Pick<SurveyContactRow, 'contact_id' | 'post_id'>;

/**
 * Writes the question as a message that waits to be sent.
 * @param source by which data source: the one that the last answer came by
 * @returns the message's id
 */
export const sendQuestion = (
  tx: Tx,
  { contact_id, post_id }: QuestionRecipient,
  question: AttributeRow,
  source: string,
  transports: Carriers,
): Promise<number> =>
  writeMessage(
    tx,
    {
      contact_id,
      post_id,
      data_source: source,
      title: question.label,
      message: formatQuestion(question),
      type: 'sms',
    },
    transports,
  );

/** The same for many people at once. @returns the messages' ids, in order */
export const sendQuestionToAll = (
  tx: Tx,
  recipients: readonly QuestionRecipient[],
  question: AttributeRow,
  source: string,
  transports: Carriers,
): Promise<number[]> => {
  const content = { title: question.label, message: formatQuestion(question) };
  const texts = recipients.map(({ contact_id, post_id }) => ({ contact_id, post_id, ...content }));
  return writeTexts(tx, texts, source, transports);
};
