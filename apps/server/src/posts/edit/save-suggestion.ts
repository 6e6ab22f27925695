/** Saves what a suggestion changes, as a revision that names it, and undoes that. */
import type { SuggestionKind } from '@waypost/contract/posts/suggestion-kinds';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { Tx } from '../../kernel/db/database.ts';
import { validationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { PostDetails } from '../post-details.ts';
import { type Revision, readRevision } from '../revisions/read-revision.ts';
import { readStoredAnswers } from '../visibility/visible-answers.ts';
import { updatePost } from './update-post.ts';

/** What a suggestion sets: the survey of a post without one, or an answer besides those that are there. */
export type SuggestedChange = { surveyId: number } | { key: string; answer: Answer };

/** All answers of a post, since a save replaces them together, and the new one. */
const addAnswer = (details: PostDetails, key: string, answer: Answer): Record<string, Answer[]> =>
  Object.fromEntries(
    details.fields.attributes.map((attribute) => {
      const answers = readStoredAnswers(details, attribute);
      return [attribute.key, attribute.key === key ? [...answers, answer] : answers];
    }),
  );

/**
 * Saves a suggestion. Required answers may still be missing.
 * @param details the post in the revision that the suggestion is based on
 * @throws ValidationError when the post was changed since, or the answer does not fit
 */
export async function saveSuggestion(
  tx: Tx,
  viewer: Viewer,
  details: PostDetails,
  kind: SuggestionKind,
  change: SuggestedChange,
): Promise<void> {
  const { id, revision } = details.post;
  const input =
    'surveyId' in change
      ? { form: change.surveyId }
      : { values: addAnswer(details, change.key, change.answer) };
  await updatePost(
    tx,
    viewer,
    id,
    { ...input, based_on: revision },
    { suggestion: kind, origin: 'suggestion' },
  );
}

/** The revision whose state the post has: the latest, or the one that it has restored. */
async function findCurrentRevision(tx: Tx, viewer: Viewer, id: number, latest: number): Promise<Revision> {
  const revision = await readRevision(tx, viewer, id, latest);
  const restored = revision.row?.restored ?? null;
  return restored === null ? revision : findCurrentRevision(tx, viewer, id, restored);
}

/**
 * Undoes the suggestion that a post has accepted last. Those before it can be undone after that, one after the other.
 * @returns its kind
 * @throws Problem 404 when there is no such post, ValidationError when it was changed since, or accepted none
 */
export async function undoSuggestion(
  tx: Tx,
  viewer: Viewer,
  id: number,
  basedOn: number,
): Promise<SuggestionKind> {
  const { row, before, details, number } = await findCurrentRevision(tx, viewer, id, basedOn);
  if (basedOn !== details.post.revision || !before || !row?.suggestion)
    throw validationError('posts', 'based_on', 'postChanged');
  const removesSurvey = row.suggestion === 'survey';
  const keys = new Set(details.fields.attributes.map(({ key }) => key));
  // Answers to attributes that were deleted meanwhile cannot be saved.
  const values = Object.fromEntries(
    Object.entries(before.values)
      .filter(([key]) => keys.has(key))
      .map(([key, answers]) => [key, [...answers]]),
  );
  await updatePost(
    tx,
    viewer,
    id,
    { ...(removesSurvey ? {} : { values }), based_on: basedOn },
    { restored: number - 1, origin: 'suggestion', removesSurvey },
  );
  return row.suggestion;
}
