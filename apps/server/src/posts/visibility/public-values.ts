/** The answers of posts as everyone sees them, to be stored in place of the exact ones. */
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { Tx } from '../../kernel/db/database.ts';
import { anonymousViewer } from '../../kernel/security/viewer.ts';
import { readPostDetails } from '../post-details.ts';
import { readVisibleAnswers } from './visible-answers.ts';

/** The column `values` of posts with what everyone sees: no private answers, and places and times as exact as their surveys show them. */
export async function readPublicValues(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; values: Record<string, Answer[]> }[]> {
  const posts = await readPostDetails(tx, anonymousViewer, ids);
  return posts.map((details) => ({
    id: details.post.id,
    values: Object.fromEntries(
      readVisibleAnswers(anonymousViewer, details).flatMap(({ attribute, answers }) =>
        fieldTypes[attribute.type].storage === 'values' ? [[attribute.key, answers]] : [],
      ),
    ),
  }));
}
