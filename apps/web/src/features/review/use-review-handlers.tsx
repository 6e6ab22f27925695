/** What the keys and buttons of the review screen do. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { TextAnswers } from '@waypost/survey-logic/text-answers/read-text-answers';
import type { ReactNode, RefObject } from 'react';
import { useScreenOwner } from '../../api/session.ts';
import { listPublicTexts } from '../../blocks/personal-data/public-texts.ts';
import { usePublishQuestion } from '../../blocks/personal-data/use-publish-question.tsx';
import type { MergeChange } from '../../blocks/post-merge/use-merge.ts';
import { noteFieldId } from '../../blocks/post-record/note-field-id.ts';
import type { OnAssigned } from '../../blocks/post-record/use-assign.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { useChooseCategories } from './categories/use-choose-categories.ts';
import type { ReviewHandlers } from './keys/use-review-keys.ts';
import type { ReviewQueue } from './review-queue.ts';
import type { ReportTasksHandle, ReviewState } from './review-types.ts';
import { undoLastChange } from './suggestions/suggestion-api.ts';
import type { Suggestions } from './suggestions/use-suggestions.ts';
import { useReviewSurvey } from './tasks/use-review-survey.ts';
import { type ChangeUndos, useChangeUndos } from './use-change-undos.ts';
import { useClaim } from './use-claim.ts';

const loadVerifyDialog = () => import('../../blocks/post-record/verify-dialog.tsx');
const loadAssignDialog = () => import('../../blocks/post-record/assign-dialog.tsx');
const loadMergeDialog = () => import('../../blocks/post-merge/merge-dialog.tsx');
const loadSurveyDialog = () => import('./choose-survey-dialog.tsx');
const loadKeyHelp = () => import('./keys/key-help-dialog.tsx');
/** Opens a page of the report in another window, so that the queue stays. */
const openWindow = (path: string) => void window.open(path, '_blank', 'noopener');

/** The report in front. */
export const reportSectionId = 'review-report';
const focusReport = () => document.querySelector<HTMLElement>(`#${reportSectionId}`)?.focus();

/** @returns called when the current report was assigned: one that somebody else takes care of now leaves the queue */
function useHandOver(queue: ReviewQueue, state: ReviewState, { record }: ChangeUndos): OnAssigned {
  const ownId = useScreenOwner()?.id;
  const post = state.current?.post;
  return (user, undo) => {
    if (!post) return;
    record(`assign:${post.id}`, undo);
    if (user && user.id !== ownId) void queue.drop(post.id);
    else if (!undo) void queue.take(post);
  };
}

/** @returns called when the current report was merged with another one, or that was undone: the queue follows */
function useMergeInQueue(
  queue: ReviewQueue,
  state: ReviewState,
  { record }: ChangeUndos,
): (change: MergeChange) => void {
  const post = state.current?.post;
  return ({ kind, primary, postIds, undo }) => {
    if (!post) return;
    record(`merge:${primary.id}`, undo);
    if (!postIds.includes(post.id)) queue.refresh(primary);
    else void (kind === 'merged' ? queue.drop(post.id) : queue.take(post));
  };
}

interface Options {
  queue: ReviewQueue;
  state: ReviewState;
  tasks: RefObject<ReportTasksHandle | null>;
  suggestions: Suggestions;
  /** The answers of the text that the tasks hold. */
  filled: TextAnswers;
  /** Shows or hides the translation. */
  translate: () => void;
}

/** What each action does; actions that are not possible now are absent. */
export function useReviewHandlers({ queue, state, tasks, suggestions, filled, translate }: Options): {
  handlers: ReviewHandlers;
  dialogs: ReactNode;
  onAssigned: OnAssigned;
  onMergeChange: (change: MergeChange) => void;
} {
  const help = useLazyDialog(loadKeyHelp);
  const survey = useLazyDialog(loadSurveyDialog);
  const assignment = useLazyDialog(loadAssignDialog);
  const verification = useLazyDialog(loadVerifyDialog);
  const merge = useLazyDialog(loadMergeDialog);
  const undos = useChangeUndos(state);
  const onMergeChange = useMergeInQueue(queue, state, undos);
  const onAssigned = useHandOver(queue, state, undos);
  const post = state.current?.post;
  /** Decides with the answers to the tasks, unless something is missing. */
  const reviewSurvey = useReviewSurvey(post ?? { form: null, status: 'draft' });
  const categories = useChooseCategories(queue, post, reviewSurvey, tasks, focusReport);
  const claim = useClaim(queue);
  const question = usePublishQuestion({ focusesPublish: true });
  const isCurrent = () => queue.getState().current?.post.id === post?.id;
  const decide = async (status: PostStatus) => {
    // The decision is based on what was accepted or undone.
    const changing = queue.whenChanged();
    if (changing) await changing;
    const prepared = tasks.current ? tasks.current.prepare(status) : { status };
    // Not awaited without need: the next report is shown at once.
    const decision = prepared instanceof Promise ? await prepared : prepared;
    if (!decision || !post || !isCurrent()) return;
    const save = () => {
      if (isCurrent()) void queue.decide(decision, tasks.current?.readDraft());
    };
    if (status !== 'published') {
      save();
      return;
    }
    const values = decision.values ?? post.values;
    const texts = listPublicTexts({ ...post, values }, reviewSurvey).map(({ text }) => text);
    await question.ask({ postId: post.id, texts, publish: save });
  };
  const handlers: ReviewHandlers = { help: () => help.open({}) };
  if (post) {
    // A report without a survey cannot be published: it gets one first.
    handlers.publish = () =>
      post.form === null
        ? survey.open({
            suggestedId: suggestions.list.find(({ kind }) => kind === 'survey')?.form?.id,
            onChoose: (surveyId) => queue.assignSurvey(surveyId, undoLastChange),
            onChosen: focusReport,
          })
        : void decide('published');
    handlers.archive = () => void decide('archived');
    handlers.tasks = () => tasks.current?.focus();
    if (Object.keys(filled).length > 0) handlers.clear = () => tasks.current?.clearTextAnswers();
    if (categories.open) handlers.categories = categories.open;
    handlers.accept = () => suggestions.accept();
    handlers.translate = translate;
    handlers.assign = () => assignment.open({ postId: post.id, onAssigned });
    handlers.verify = () => verification.open({ postId: post.id });
    handlers.merge = () => merge.open({ postId: post.id, onChange: onMergeChange });
    handlers.note = () => document.querySelector<HTMLElement>(`#${noteFieldId}`)?.focus();
    handlers.pass = () => void queue.pass(tasks.current?.readDraft());
    handlers.edit = () => openWindow(`/posts/${post.id}/edit`);
    handlers.map = () => openWindow(`/posts/${post.id}`);
  }
  if (state.passedCount > 0) handlers.back = () => void queue.goBack();
  if (undos.undoLatest) handlers.undo = undos.undoLatest;
  else if (state.lastDecision || state.current?.undos.length)
    handlers.undo = () => void queue.undo(tasks.current?.readDraft());
  handlers.claim = () => void claim();
  handlers.pause = () =>
    void (state.phase === 'paused' ? queue.resume() : queue.pause(tasks.current?.readDraft()));
  return {
    handlers,
    onAssigned,
    onMergeChange,
    dialogs: (
      <>
        {help.dialog}
        {survey.dialog}
        {categories.dialog}
        {assignment.dialog}
        {verification.dialog}
        {merge.dialog}
        {question.dialog}
      </>
    ),
  };
}
