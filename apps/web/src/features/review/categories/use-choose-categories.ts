/** The dialog that chooses the categories of the report in front. */
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import type { ReactNode, RefObject } from 'react';
import { call } from '../../../api/call.ts';
import { useLazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { toSaveResult } from '../review-api.ts';
import type { ReviewQueue } from '../review-queue.ts';
import type { PostChange, ReportTasksHandle } from '../review-types.ts';
import type { ReviewSurvey } from '../tasks/use-review-survey.ts';
import {
  type ChosenCategories,
  listCategoryFields,
  readCategories,
  withCategories,
} from './category-fields.ts';

const loadDialog = () => import('./choose-categories-dialog.tsx');

const changeTo =
  (chosen: ChosenCategories): PostChange =>
  (post) => {
    const body = { values: withCategories(post, chosen), based_on: post.revision };
    return toSaveResult(call(updatePost, { params: { id: post.id }, body }), post.id);
  };

/**
 * Categories that the tasks ask for are kept there until the decision, as other answers are; others are saved at once, and can be undone.
 * @param onClosed called when the dialog is closed
 * @returns `open` undefined where the survey asks for no categories
 */
export function useChooseCategories(
  queue: ReviewQueue,
  post: Post | undefined,
  survey: ReviewSurvey | undefined,
  tasks: RefObject<ReportTasksHandle | null>,
  onClosed: () => void,
): { open: (() => void) | undefined; dialog: ReactNode } {
  const { open, dialog } = useLazyDialog(loadDialog);
  const fields = listCategoryFields(survey);
  if (!post || !survey || fields.length === 0) return { open: undefined, dialog };
  const save = async (changed: ChosenCategories): Promise<readonly string[]> => {
    const isOfTasks = (key: string) => tasks.current?.readAnswers(key) !== undefined;
    const inReport = Object.entries(changed).filter(([key]) => !isOfTasks(key));
    const inTasks = Object.entries(changed).filter(([key]) => isOfTasks(key));
    if (inReport.length > 0) {
      const before = readCategories(fields, post, null);
      const undo = changeTo(Object.fromEntries(inReport.map(([key]) => [key, before[key] ?? []])));
      const change = changeTo(Object.fromEntries(inReport));
      const reasons = await queue.changeCurrent(change, { undo, draft: tasks.current?.readDraft() });
      if (reasons.length > 0) return reasons;
    }
    for (const [key, ids] of inTasks) tasks.current?.setAnswers(key, ids);
    return [];
  };
  return {
    open: () =>
      open({
        fields,
        post,
        chosen: readCategories(fields, post, tasks.current),
        onSave: save,
        onClosed,
      }),
    dialog,
  };
}
