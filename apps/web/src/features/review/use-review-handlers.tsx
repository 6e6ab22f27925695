/** What the keys and buttons of the review screen do. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { TeamMember } from '@waypost/contract/review/reviewers';
import type { ReactNode, RefObject } from 'react';
import { useScreenOwner } from '../../api/session.ts';
import type { MergeChange } from '../../blocks/post-merge/use-merge.ts';
import { noteFieldId } from '../../blocks/post-record/note-field-id.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import type { ReportTasksHandle } from './report-tasks.tsx';
import type { ReviewQueue } from './review-queue.ts';
import type { ReviewState } from './review-types.ts';
import type { Suggestions } from './suggestions/use-suggestions.ts';
import type { ReviewHandlers } from './use-review-keys.ts';

const loadVerifyDialog = () => import('../../blocks/post-record/verify-dialog.tsx');
const loadAssignDialog = () => import('../../blocks/post-record/assign-dialog.tsx');
const loadMergeDialog = () => import('../../blocks/post-merge/merge-dialog.tsx');
const loadSurveyDialog = () => import('./choose-survey-dialog.tsx');
const loadKeyHelp = () => import('./key-help-dialog.tsx');
/** Opens a page of the report in another window, so that the queue stays. */
const openWindow = (path: string) => void window.open(path, '_blank', 'noopener');

/** @returns called when the current report was assigned: one that somebody else takes care of now leaves the queue */
export function useHandOver(queue: ReviewQueue, state: ReviewState): (user: TeamMember | null) => void {
  const ownId = useScreenOwner()?.id;
  const postId = state.current?.post.id;
  return (user) => {
    if (postId !== undefined && user && user.id !== ownId) void queue.drop(postId);
  };
}

/** @returns called when the current report was merged with another one, or that was undone: the queue follows */
export function useMergeInQueue(queue: ReviewQueue, state: ReviewState): (change: MergeChange) => void {
  const post = state.current?.post;
  return ({ kind, primary, postIds }) => {
    if (!post) return;
    if (!postIds.includes(post.id)) queue.refresh(primary);
    else void (kind === 'merged' ? queue.drop(post.id) : queue.take(post));
  };
}

/** What each action does; actions that are not possible now are absent. */
export function useReviewHandlers(
  queue: ReviewQueue,
  state: ReviewState,
  tasks: RefObject<ReportTasksHandle | null>,
  suggestions: Suggestions,
): { handlers: ReviewHandlers; dialogs: ReactNode } {
  const help = useLazyDialog(loadKeyHelp);
  const survey = useLazyDialog(loadSurveyDialog);
  const assignment = useLazyDialog(loadAssignDialog);
  const verification = useLazyDialog(loadVerifyDialog);
  const merge = useLazyDialog(loadMergeDialog);
  const onMergeChange = useMergeInQueue(queue, state);
  const onAssigned = useHandOver(queue, state);
  const post = state.current?.post;
  /** Decides with the answers to the tasks, unless something is missing. */
  const decide = async (status: PostStatus) => {
    // The decision is based on what was accepted.
    const accepting = suggestions.whenAccepted();
    if (accepting) await accepting;
    const prepared = tasks.current ? tasks.current.prepare(status) : { status };
    // Not awaited without need: the next report is shown at once.
    const decision = prepared instanceof Promise ? await prepared : prepared;
    if (decision && queue.getState().current?.post.id === post?.id) await queue.decide(decision);
  };
  const handlers: ReviewHandlers = { help: () => help.open({}) };
  if (post) {
    // A report without a survey cannot be published: it gets one first.
    handlers.publish = () =>
      post.form === null
        ? survey.open({ onChoose: (surveyId) => queue.assignSurvey(surveyId) })
        : void decide('published');
    handlers.archive = () => void decide('archived');
    handlers.tasks = () => tasks.current?.focus();
    handlers.assign = () => assignment.open({ postId: post.id, onAssigned });
    handlers.verify = () => verification.open({ postId: post.id });
    handlers.merge = () => merge.open({ postId: post.id, onChange: onMergeChange });
    handlers.note = () => document.querySelector<HTMLElement>(`#${noteFieldId}`)?.focus();
    handlers.pass = () => void queue.pass(tasks.current?.readDraft());
    handlers.edit = () => openWindow(`/posts/${post.id}/edit`);
    handlers.map = () => openWindow(`/posts/${post.id}`);
  }
  if (state.passedCount > 0) handlers.back = () => void queue.goBack();
  if (suggestions.accept) handlers.accept = () => suggestions.accept?.();
  if (state.lastDecision || state.current?.undos.length)
    handlers.undo = () => void queue.undo(tasks.current?.readDraft());
  handlers.pause = () =>
    void (state.phase === 'paused' ? queue.resume() : queue.pause(tasks.current?.readDraft()));
  return {
    handlers,
    dialogs: (
      <>
        {help.dialog}
        {survey.dialog}
        {assignment.dialog}
        {verification.dialog}
        {merge.dialog}
      </>
    ),
  };
}
