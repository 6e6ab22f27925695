/** The form with the tasks of a report. */
import type { Post } from '@waypost/contract/posts/posts';
import type { Task } from '@waypost/contract/surveys/tasks';
import { attributesOfTask, isStoredInValues } from '@waypost/survey-logic/survey-definition';
import type { TextAnswers } from '@waypost/survey-logic/text-answers/read-text-answers';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import type { SurveyFieldError } from '../../../blocks/survey-form/answers/field-errors.ts';
import { findTaskOfError, focusFirstError } from '../../../blocks/survey-form/answers/focus-field-error.ts';
import { SurveyFormContext } from '../../../blocks/survey-form/form-context.ts';
import { TaskFields } from '../../../blocks/survey-form/task-fields.tsx';
import { TaskTabs } from '../../../blocks/survey-form/task-tabs.tsx';
import type { SurveyFormState } from '../../../blocks/survey-form/use-survey-form.ts';
import { TitledSection } from '../../../ui/layout/titled-section.tsx';
import type { Draft, ReportTasksHandle } from '../review-types.ts';
import { findFirstOpenTask, listOptionalUnanswered } from './review-tasks.ts';
import { MissingTasks, OptionalAnswers, TaskErrors, TextAnswersNote } from './task-messages.tsx';
import classes from './tasks.module.css';
import type { ReviewSurvey } from './use-review-survey.ts';
import { useTasksForm } from './use-tasks-form.ts';

interface Props {
  post: Post;
  draft: Draft | undefined;
  handle: Ref<ReportTasksHandle>;
  survey: ReviewSurvey;
  tasks: readonly Task[];
  textAnswers: TextAnswers;
  onFilled: (answers: TextAnswers) => void;
  clearShortcut: string | undefined;
}

/** What all fields of the form share. */
function useFormContext(post: Post, survey: ReviewSurvey, textAnswers: TextAnswers) {
  const { map } = useConfig();
  return useMemo(
    () => ({
      categories: survey.categories,
      defaultCenter: { lat: map.default_view.lat, lon: map.default_view.lon },
      postId: post.id,
      textAnswers,
    }),
    [survey.categories, map.default_view, post.id, textAnswers],
  );
}

/** Tells the screen which fields hold answers of the text. */
function useFilledReport(keys: readonly string[], textAnswers: TextAnswers, onFilled: Props['onFilled']) {
  const joined = JSON.stringify(keys);
  useEffect(() => {
    const filledKeys: readonly string[] = JSON.parse(joined);
    onFilled(Object.fromEntries(filledKeys.map((key) => [key, textAnswers[key] ?? []])));
    return () => onFilled({});
  }, [joined, textAnswers, onFilled]);
}

/** Moves the focus to the first answer of the open task, or to whether it is complete. */
function focusOpenTask(section: HTMLElement | null): void {
  const panel = section?.querySelector('[data-task-panel]');
  const answer = panel?.querySelector<HTMLElement>('[data-target^="values."] :is(input, textarea, select)');
  (answer ?? panel?.querySelector<HTMLElement>('input'))?.focus();
}

/** The tasks with their fields, and what keeps the report from being decided. */
export function TasksForm({ post, draft, survey, tasks, handle, onFilled, clearShortcut, ...props }: Props) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const [textAnswers] = useState(props.textAnswers);
  const { form, problems, filled, ...answers } = useTasksForm({ post, draft, survey, textAnswers });
  const [openTask, setOpenTask] = useState(() => findFirstOpenTask(tasks, post.completed_stages)?.id);
  const context = useFormContext(post, survey, textAnswers);
  useFilledReport(
    filled.map(({ key }) => key),
    textAnswers,
    onFilled,
  );
  /** Other errors, such as of the title, are left to the server: this form could not correct them. */
  const isOfTask = (error: SurveyFieldError) => {
    const task = findTaskOfError(error, survey.attributes);
    return tasks.some(({ id }) => id === task);
  };
  const show = (error: SurveyFieldError) => {
    const task = findTaskOfError(error, survey.attributes);
    if (task !== undefined) flushSync(() => setOpenTask(task));
    if (section.current) focusFirstError([error], section.current);
  };
  useImperativeHandle(handle, () => ({
    prepare(status) {
      answers.clearProblems();
      const first = answers.isChecked(status) ? form.validate(status).find(isOfTask) : undefined;
      if (!first) return answers.toDecision(status);
      setTimeout(() => show(first));
      return undefined;
    },
    readDraft: answers.readDraft,
    readAnswers: (key) => {
      const task = survey.attributes.find((it) => it.key === key)?.form_stage_id;
      return tasks.some(({ id }) => id === task) ? (form.answers.values[key] ?? []) : undefined;
    },
    setAnswers: (key, given) => form.actions.setAnswers(key, () => given),
    focus: () => focusOpenTask(section.current),
    clearTextAnswers: answers.clearFilled,
  }));
  const missing = tasks.filter(
    (task) => task.type !== 'post' && task.required && !form.answers.completed.includes(task.id),
  );
  return (
    <TitledSection ref={section} title={t('review.tasks')} data-escapable>
      <MissingTasks tasks={missing} />
      <OptionalAnswers attributes={listOptionalUnanswered(survey, tasks, form.answers)} />
      <TextAnswersNote attributes={filled} shortcut={clearShortcut} onClear={answers.clearFilled} />
      <TaskErrors
        errors={form.isValidated ? form.errors.filter(isOfTask) : []}
        problems={problems}
        onSelect={show}
      />
      <SurveyFormContext value={context}>
        <TaskPanels tasks={tasks} survey={survey} form={form} openTask={openTask} onOpen={setOpenTask} />
      </SurveyFormContext>
    </TitledSection>
  );
}

interface PanelsProps {
  tasks: readonly Task[];
  survey: ReviewSurvey;
  form: SurveyFormState;
  openTask: number | undefined;
  onOpen: (task: number) => void;
}

/** The fields of each task; several tasks are tabs. */
function TaskPanels({ tasks, survey, form, openTask, onOpen }: PanelsProps) {
  const open = tasks.find(({ id }) => id === openTask) ?? tasks[0];
  return (
    <>
      {tasks.length > 1 && open && (
        <TaskTabs tasks={tasks} form={form} openTaskId={open.id} onOpen={onOpen} />
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
    </>
  );
}
