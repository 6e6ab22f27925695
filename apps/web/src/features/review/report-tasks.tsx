/** The team's tasks on a report, answered beside it: their answers are saved with the decision. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import type { Task } from '@waypost/contract/surveys/tasks';
import { attributesOfTask, isStoredInValues } from '@waypost/survey-logic/survey-definition';
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import type { SurveyFieldError } from '../../blocks/survey-form/answers/field-errors.ts';
import { findTaskOfError, focusFirstError } from '../../blocks/survey-form/answers/focus-field-error.ts';
import {
  type Answers,
  createAnswersFromPost,
  isUnchanged,
  toPostInput,
} from '../../blocks/survey-form/answers/form-answers.ts';
import { ErrorSummary } from '../../blocks/survey-form/error-summary.tsx';
import { SurveyFormContext } from '../../blocks/survey-form/form-context.ts';
import { isNewPhoto } from '../../blocks/survey-form/photos/new-photo.ts';
import { TaskFields } from '../../blocks/survey-form/task-fields.tsx';
import { TaskTabs } from '../../blocks/survey-form/task-tabs.tsx';
import { useSurveyForm } from '../../blocks/survey-form/use-survey-form.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { TitledSection } from '../../ui/layout/titled-section.tsx';
import classes from './review-page.module.css';
import { findFirstOpenTask, listReviewTasks } from './review-tasks.ts';
import type { Decision, Draft } from './review-types.ts';
import { type ReviewSurvey, useReviewSurvey } from './use-review-survey.ts';

/** What the review screen asks of the tasks. */
export interface ReportTasksHandle {
  /**
   * The decision with the answers; new pictures are uploaded first.
   * @returns undefined when something is missing, which is then shown and focused
   */
  prepare: (status: PostStatus) => Decision | undefined | Promise<Decision | undefined>;
  /** The answers that were changed; undefined if there are none. */
  readDraft: () => Draft | undefined;
  /** Focuses the first answer of the open task, or whether it is complete. */
  focus: () => void;
}

interface Props {
  post: Post;
  /** Answers that were typed before. */
  draft: Draft | undefined;
  handle: Ref<ReportTasksHandle>;
}

/** Renders nothing for a report that is complete and whose survey has no tasks for the team. */
export default function ReportTasks({ post, draft, handle }: Props) {
  const survey = useReviewSurvey(post);
  const tasks = survey && listReviewTasks(survey, post);
  return survey && tasks && tasks.length > 0 ? (
    <TasksForm post={post} draft={draft} survey={survey} tasks={tasks} handle={handle} />
  ) : null;
}

/** The changed answers alone, so that later changes of others to the rest are kept. */
function toDraft({ values, completed }: Answers, before: Answers): Draft {
  const changed = Object.entries(values).filter(
    ([key, answers]) => JSON.stringify(answers) !== JSON.stringify(before.values[key] ?? []),
  );
  return { values: Object.fromEntries(changed), completed_stages: [...completed] };
}

/** The answers as they were typed before. */
const applyDraft = (answers: Answers, draft: Draft | undefined): Answers => ({
  ...answers,
  values: { ...answers.values, ...(draft?.values as Answers['values'] | undefined) },
  completed: draft?.completed_stages ?? answers.completed,
});

const hasNewPhotos = ({ values }: Answers) => Object.values(values).flat().some(isNewPhoto);

/** Names the required tasks that are not complete. */
function MissingTasks({ tasks }: { tasks: readonly { label: string }[] }) {
  const { t, i18n } = useTranslation();
  if (tasks.length === 0) return null;
  const list = new Intl.ListFormat(resolveFormatLocale(i18n.language));
  return (
    <p className={classes['note']}>
      {t('review.requiredTasks', { tasks: list.format(tasks.map(({ label }) => label)) })}
    </p>
  );
}

/** What keeps the report from being decided: wrong answers, and what went wrong with pictures. */
function TaskErrors({
  errors,
  problems,
  onSelect,
}: {
  errors: readonly SurveyFieldError[];
  problems: readonly string[];
  onSelect: (error: SurveyFieldError) => void;
}) {
  if (errors.length + problems.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert" p="xs" icon={<Icon icon={IconAlertTriangle} />}>
      <ErrorSummary errors={errors} onSelect={onSelect} />
      {problems.map((text) => (
        <p key={text} className={classes['text']}>
          {text}
        </p>
      ))}
    </Alert>
  );
}

interface TasksFormProps extends Props {
  survey: ReviewSurvey;
  tasks: readonly Task[];
}

function TasksForm({ post, draft, survey, tasks, handle }: TasksFormProps) {
  const { t } = useTranslation();
  const { map } = useConfig();
  const section = useRef<HTMLElement>(null);
  const initialAnswers = useMemo(() => createAnswersFromPost(post), [post]);
  const form = useSurveyForm({
    survey,
    initialAnswers: applyDraft(initialAnswers, draft),
    storedContent: post.content,
    ...(Array.isArray(post.values) ? {} : { storedValues: post.values }),
  });
  const [openTask, setOpenTask] = useState(() => findFirstOpenTask(tasks, post.completed_stages)?.id);
  /** Other errors, such as of the title, are left to the server: this form could not correct them. */
  const isOfTask = (error: SurveyFieldError) => {
    const task = findTaskOfError(error, survey.attributes);
    return tasks.some(({ id }) => id === task);
  };
  const [problems, setProblems] = useState<readonly string[]>([]);
  const context = useMemo(
    () => ({
      categories: survey.categories,
      defaultCenter: { lat: map.default_view.lat, lon: map.default_view.lon },
      postId: post.id,
    }),
    [survey.categories, map.default_view, post.id],
  );
  const show = (error: SurveyFieldError) => {
    const task = findTaskOfError(error, survey.attributes);
    if (task !== undefined) flushSync(() => setOpenTask(task));
    if (section.current) focusFirstError([error], section.current);
  };
  const toDecision = (status: PostStatus, answers: Answers): Decision => {
    if (isUnchanged(answers, initialAnswers)) return { status };
    const { values, completed_stages } = toPostInput(survey, answers);
    return { status, values, completed_stages };
  };
  const upload = async (status: PostStatus): Promise<Decision | undefined> => {
    try {
      const { uploadPhotos } = await import('../../blocks/survey-form/photos/upload-photos.ts');
      const uploaded = await uploadPhotos(form.answers, () => undefined, new AbortController().signal);
      form.replaceAnswers(uploaded);
      return toDecision(status, uploaded);
    } catch (error) {
      setProblems(formatErrorMessages(error instanceof Error && error.cause ? error.cause : error));
      return undefined;
    }
  };
  useImperativeHandle(handle, () => ({
    prepare(status) {
      setProblems([]);
      // An archived report need not be complete.
      const isChecked = status === 'published' || !isUnchanged(form.answers, initialAnswers);
      const first = isChecked ? form.validate(status).find(isOfTask) : undefined;
      if (!first) return hasNewPhotos(form.answers) ? upload(status) : toDecision(status, form.answers);
      setTimeout(() => show(first));
      return undefined;
    },
    readDraft: () =>
      isUnchanged(form.answers, initialAnswers) ? undefined : toDraft(form.answers, initialAnswers),
    focus() {
      const panel = section.current?.querySelector('[data-task-panel]');
      const answer = panel?.querySelector<HTMLElement>(
        '[data-target^="values."] :is(input, textarea, select)',
      );
      (answer ?? panel?.querySelector<HTMLElement>('input'))?.focus();
    },
  }));
  const errors = form.isValidated ? form.errors.filter(isOfTask) : [];
  const missing = tasks.filter(
    (task) => task.type !== 'post' && task.required && !form.answers.completed.includes(task.id),
  );
  const open = tasks.find(({ id }) => id === openTask) ?? tasks[0];
  return (
    <TitledSection ref={section} title={t('review.tasks')} data-escapable>
      <MissingTasks tasks={missing} />
      <TaskErrors errors={errors} problems={problems} onSelect={show} />
      <SurveyFormContext value={context}>
        {tasks.length > 1 && open && (
          <TaskTabs tasks={tasks} form={form} openTaskId={open.id} onOpen={setOpenTask} />
        )}
        {tasks.map((task) => (
          <div
            key={task.id}
            id={`task-panel-${task.id}`}
            // Hidden, not unmounted: a picture being prepared keeps its state.
            hidden={task !== open}
            {...(task === open ? { 'data-task-panel': '' } : {})}
            {...(tasks.length > 1
              ? { role: 'tabpanel', 'aria-labelledby': `task-tab-${task.id}` }
              : { role: 'group', 'aria-label': task.label })}
          >
            {tasks.length === 1 && (
              <p className={classes['taskName']} dir="auto">
                {task.label}
              </p>
            )}
            <TaskFields
              task={task}
              attributes={attributesOfTask(survey.attributes, task.id).filter(isStoredInValues)}
              form={form}
              needsTitleField={false}
            />
          </div>
        ))}
      </SurveyFormContext>
    </TitledSection>
  );
}
