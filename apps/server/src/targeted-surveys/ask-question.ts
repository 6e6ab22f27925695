/** Asking one question of a survey, of somebody or of many. */
import type { Tx } from '../kernel/db.ts';
import { type Carriers, writeMessage, writeTexts } from '../messages/messages.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { textOf } from './questions.ts';
import type { SurveyContactRow } from './targeted-surveys.sql.ts';

type Asked = Pick<SurveyContactRow, 'contact_id' | 'post_id'>;

/**
 * Writes the question as a message that waits to be sent.
 * @param source by which data source: the one that the last answer came by
 * @returns the message's id
 */
export const askQuestion = (
  tx: Tx,
  { contact_id, post_id }: Asked,
  question: AttributeRow,
  source: string,
  carriers: Carriers,
): Promise<number> =>
  writeMessage(
    tx,
    {
      contact_id,
      post_id,
      data_source: source,
      title: question.label,
      message: textOf(question),
      type: 'sms',
    },
    carriers,
  );

/** The same for many people at once. @returns the messages' ids, in order */
export const askAll = (
  tx: Tx,
  people: readonly Asked[],
  question: AttributeRow,
  source: string,
  carriers: Carriers,
): Promise<number[]> => {
  const words = { title: question.label, message: textOf(question) };
  const texts = people.map(({ contact_id, post_id }) => ({ contact_id, post_id, ...words }));
  return writeTexts(tx, texts, source, carriers);
};
