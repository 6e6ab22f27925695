/**
 * The fields of a survey, task by task. It draws and collects; the rules are in packages/survey-logic, sending is the
 * screen's.
 */
import { attributesOfTask, findTitleAttribute, sortTasks } from '@waypost/survey-logic/survey-definition';
import { useState } from 'react';
import { SurveyFormContext, type SurveyFormContextValue } from './form-context.ts';
import classes from './survey-form.module.css';
import { TaskFields } from './task-fields.tsx';
import { TaskTabs } from './task-tabs.tsx';
import type { SurveyFormState } from './use-survey-form.ts';

interface Props {
  form: SurveyFormState;
  context: SurveyFormContextValue;
  /** Id of the task to begin with; the report itself when not given. */
  firstTask?: number | undefined;
  /** Which task is open, when the screen has a say (a fault in another task). */
  openTask?: number | undefined;
  onOpenTask?: (id: number) => void;
}

export function SurveyForm({ form, context: surroundings, firstTask, openTask, onOpenTask }: Props) {
  const tasks = sortTasks(form.survey.tasks);
  const [chosen, setChosen] = useState(firstTask);
  const main = tasks.find((it) => it.type === 'post') ?? tasks[0];
  const open = openTask ?? chosen ?? main?.id;
  // Drawn when first opened: a long survey would take its time otherwise. A fault in another task opens that.
  const [drawn, setDrawn] = useState<ReadonlySet<number | undefined>>(new Set([open]));
  if (!drawn.has(open)) setDrawn(new Set([...drawn, open]));
  const select = (id: number) => {
    setChosen(id);
    onOpenTask?.(id);
  };
  // A survey without a task of type post still makes posts, and those have a title and a text.
  const needsTitle = findTitleAttribute(form.survey.attributes) === undefined;
  return (
    <SurveyFormContext value={surroundings}>
      <div className={classes['form']}>
        {tasks.length > 1 && open !== undefined && (
          <TaskTabs tasks={tasks} form={form} openTaskId={open} onOpen={select} />
        )}
        {tasks.map((task) => (
          <div
            key={task.id}
            id={`task-panel-${task.id}`}
            // Hidden, not gone: a half-chosen picture or an open map stays as it is.
            hidden={task.id !== open}
            {...(tasks.length > 1 ? { role: 'tabpanel', 'aria-labelledby': `task-tab-${task.id}` } : {})}
          >
            {(task.id === open || drawn.has(task.id)) && (
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
    </SurveyFormContext>
  );
}
