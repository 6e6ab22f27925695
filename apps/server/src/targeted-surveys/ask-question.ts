/** Asking somebody one question of a survey. */
import type { Tx } from '../kernel/db.ts';
import { type Carriers, writeMessage } from '../messages/messages.public.ts';
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
