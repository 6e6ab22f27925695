/** Sends a question of a survey to one or many recipients. */
import type { Tx } from '../kernel/db/database.ts';
import { type MessageTransports, sendNewMessage, sendNewTextMessages } from '../messages/messages.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { formatQuestion } from './survey-questions.ts';
import type { SurveyContactRow } from './targeted-surveys.sql.ts';

type QuestionRecipient = Pick<SurveyContactRow, 'contact_id' | 'post_id'>;

/**
 * Creates and enqueues the question as a text message.
 * @param source data source to send by: that of the recipient's last reply
 * @returns the message's id
 */
export const sendQuestion = (
  tx: Tx,
  { contact_id, post_id }: QuestionRecipient,
  question: AttributeRow,
  source: string,
  transports: MessageTransports,
): Promise<number> =>
  sendNewMessage(
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

/** Sends the question to many recipients. @returns the messages' ids, in order */
export const sendQuestionToAll = (
  tx: Tx,
  recipients: readonly QuestionRecipient[],
  question: AttributeRow,
  source: string,
  transports: MessageTransports,
): Promise<number[]> => {
  const content = { title: question.label, message: formatQuestion(question) };
  const texts = recipients.map(({ contact_id, post_id }) => ({ contact_id, post_id, ...content }));
  return sendNewTextMessages(tx, texts, source, transports);
};
