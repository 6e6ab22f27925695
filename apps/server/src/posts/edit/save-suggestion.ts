/** Saves what a suggestion changes, as a revision that names it, and undoes that. */
import type { SuggestionKind } from '@waypost/contract/posts/suggestion-kinds';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { Tx } from '../../kernel/db/database.ts';
import { validationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { PostDetails } from '../post-details.ts';
import { diffStates } from '../revisions/post-state.ts';
import { type Revision, readRevision } from '../revisions/read-revision.ts';
import type { RevisionRow } from '../revisions/revisions.sql.ts';
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

/** The number of the revision before a decision that a later one has taken back without a trace; null for any other one. */
async function findBeforeUndoneDecision(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { number, row, after }: Revision,
): Promise<number | null> {
  if (row?.replaced.status === undefined || after.status !== 'draft') return null;
  const { before } = await readRevision(tx, viewer, id, number - 1);
  return before && diffStates(before, after) === undefined ? number - 2 : null;
}

/** The revision whose state the post has: the latest, or the one that it has again. */
async function findCurrentRevision(tx: Tx, viewer: Viewer, id: number, latest: number): Promise<Revision> {
  const revision = await readRevision(tx, viewer, id, latest);
  const earlier = revision.row?.restored ?? (await findBeforeUndoneDecision(tx, viewer, id, revision));
  return earlier === null ? revision : findCurrentRevision(tx, viewer, id, earlier);
}

/** Whether a save gave a post without a survey one, and did nothing else. */
const isSurveyChoice = ({ replaced }: RevisionRow): boolean =>
  replaced.form === null && Object.keys(replaced).length === 1;

/**
 * Undoes the suggestion that a post has accepted last, or the choice of its survey. Those before it can be undone after that, one
 * after the other.
 * @returns the kind of the suggestion; null for a survey that somebody chose
 * @throws Problem 404 when there is no such post, ValidationError when it was changed since, or accepted none
 */
export async function undoSuggestion(
  tx: Tx,
  viewer: Viewer,
  id: number,
  basedOn: number,
): Promise<SuggestionKind | null> {
  const { row, before, details, number } = await findCurrentRevision(tx, viewer, id, basedOn);
  const isUndoable = row && (row.suggestion !== null || isSurveyChoice(row));
  if (basedOn !== details.post.revision || !before || !isUndoable)
    throw validationError('posts', 'based_on', 'postChanged');
  const removesSurvey = row.suggestion === 'survey' || isSurveyChoice(row);
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
