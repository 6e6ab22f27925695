/**
 * The fields of a survey, task by task. It renders fields and collects answers; the rules are in packages/survey-logic, and
 * the screen submits the answers.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { attributesOfTask, findTitleAttribute, sortTasks } from '@waypost/survey-logic/survey-definition';
import { useState } from 'react';
import { ReportTextContext, SurveyFormContext, type SurveyFormContextValue } from './form-context.ts';
import classes from './survey-form.module.css';
import { TaskFields } from './task-fields.tsx';
import { TaskTabs } from './task-tabs.tsx';
import type { SurveyFormState } from './use-survey-form.ts';

/** Milliseconds after the last key press until the text counts as written. */
const REPORT_TEXT_DELAY_MS = 700;

interface Props {
  form: SurveyFormState;
  context: SurveyFormContextValue;
  /** Id of the task to open first; the task of type `post` by default. */
  firstTask?: number | undefined;
  /** Id of the open task, if the screen controls it (to show an error in another task). */
  openTask?: number | undefined;
  onOpenTask?: (id: number) => void;
}

/** Renders the tasks as tabs, or a single task without tabs. */
export function SurveyForm({ form, context, firstTask, openTask, onOpenTask }: Props) {
  const tasks = sortTasks(form.survey.tasks);
  const [chosenTask, setChosenTask] = useState(firstTask);
  const main = tasks.find((it) => it.type === 'post') ?? tasks[0];
  const open = openTask ?? chosenTask ?? main?.id;
  // A task is rendered when it is first opened: rendering all of a long survey at once would be slow.
  const [renderedTasks, setRenderedTasks] = useState<ReadonlySet<number | undefined>>(new Set([open]));
  if (!renderedTasks.has(open)) setRenderedTasks(new Set([...renderedTasks, open]));
  const select = (id: number) => {
    setChosenTask(id);
    onOpenTask?.(id);
  };
  // A survey without a task of type `post` also creates posts, which need a title and a text.
  const needsTitle = findTitleAttribute(form.survey.attributes) === undefined;
  const { title, content } = form.answers;
  const [reportText] = useDebouncedValue(`${title}\n${content}`, REPORT_TEXT_DELAY_MS);
  return (
    <SurveyFormContext value={context}>
      <ReportTextContext value={reportText}>
        <div className={classes['form']}>
          {tasks.length > 1 && open !== undefined && (
            <TaskTabs tasks={tasks} form={form} openTaskId={open} onOpen={select} />
          )}
          {tasks.map((task) => (
            <div
              key={task.id}
              id={`task-panel-${task.id}`}
              // Hidden, not unmounted: a picture being prepared or an open map keeps its state.
              hidden={task.id !== open}
              {...(tasks.length > 1 ? { role: 'tabpanel', 'aria-labelledby': `task-tab-${task.id}` } : {})}
            >
              {(task.id === open || renderedTasks.has(task.id)) && (
                <TaskFields
                  task={task}
                  attributes={attributesOfTask(form.survey.attributes, task.id)}
                  form={form}
                  needsTitleField={task === main && needsTitle}
                />
              )}
            </div>
          ))}
          {main === undefined && <TaskFields attributes={[]} form={form} needsTitleField />}
        </div>
      </ReportTextContext>
    </SurveyFormContext>
  );
}
