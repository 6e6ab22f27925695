/** The team's tasks on a report, answered beside it: their answers are saved with the decision. */
import type { Post } from '@waypost/contract/posts/posts';
import type { TextAnswers } from '@waypost/survey-logic/text-answers/read-text-answers';
import { type Ref, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft, ReportTasksHandle } from '../review-types.ts';
import { listReviewTasks } from './review-tasks.ts';
import { TasksForm } from './tasks-form.tsx';
import { useReviewSurveyState } from './use-review-survey.ts';
import { useTextAnswers } from './use-text-answers.ts';

interface Props {
  post: Post;
  /** Answers that were typed before. */
  draft: Draft | undefined;
  handle: Ref<ReportTasksHandle>;
  /** Called with the answers of the text that the fields hold. Stable. */
  onFilled: (answers: TextAnswers) => void;
  /** The key that clears them, in capitals; undefined for none. */
  clearShortcut: string | undefined;
  /** Called with whether the tasks are on the screen, or it is known that there are none. Stable. */
  onSettled: (isSettled: boolean) => void;
}

/** Renders nothing for a report that is complete and whose survey has no tasks for the team. */
export default function ReportTasks({ post, onSettled, ...props }: Props) {
  const { survey, isLoading } = useReviewSurveyState(post);
  const textAnswers = useTextAnswers(post, survey);
  const isSettled = survey ? textAnswers !== undefined : !isLoading;
  // Before the next key is handled.
  useLayoutEffect(() => {
    onSettled(isSettled);
    return () => onSettled(false);
  }, [isSettled, onSettled]);
  const { t } = useTranslation();
  // Its name in the survey, "Post" by default, says little beside the tasks of the team.
  const tasks =
    survey &&
    textAnswers &&
    listReviewTasks(survey, post, textAnswers).map((task) =>
      task.type === 'post' ? { ...task, label: t('review.reportFields') } : task,
    );
  return survey && textAnswers && tasks && tasks.length > 0 ? (
    <TasksForm {...props} post={post} survey={survey} tasks={tasks} textAnswers={textAnswers} />
  ) : null;
}
