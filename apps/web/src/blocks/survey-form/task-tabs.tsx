/** Tasks as tabs, each marked as complete or wrong (spec 2 §2). */
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { Task } from '@waypost/contract/surveys/tasks';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toAttributeTarget, toTaskTarget } from './answers/field-errors.ts';
import classes from './task-tabs.module.css';
import type { SurveyFormState } from './use-survey-form.ts';

interface Props {
  tasks: readonly Task[];
  form: SurveyFormState;
  openTaskId: number;
  onOpen: (id: number) => void;
}

/** Whether a field of the task has an error. */
function hasError(task: Task, form: SurveyFormState): boolean {
  const targets = new Set([
    toTaskTarget(task.id),
    ...form.survey.attributes
      .filter((it) => it.form_stage_id === task.id)
      .map((it) => toAttributeTarget(it.key)),
    ...(task.type === 'post' ? ['title', 'content'] : []),
  ]);
  return form.errors.some((it) => targets.has(it.target));
}

/** A tab list with arrow keys; the panels are in `SurveyForm`. */
export function TaskTabs({ tasks, form, openTaskId, onOpen }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Record<string, number> = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = tasks.findIndex((it) => it.id === openTaskId);
    const next = tasks[(index + step + tasks.length) % tasks.length];
    if (!next) return;
    onOpen(next.id);
    list.current?.querySelector<HTMLElement>(`#task-tab-${next.id}`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={t('surveyForm.tasks')}
      className={classes['tabs']}
      onKeyDown={onKeyDown}
    >
      {tasks.map((task) => {
        const isComplete = form.answers.completed.includes(task.id);
        const isWrong = hasError(task, form);
        return (
          <button
            key={task.id}
            id={`task-tab-${task.id}`}
            type="button"
            role="tab"
            aria-selected={task.id === openTaskId}
            aria-controls={`task-panel-${task.id}`}
            tabIndex={task.id === openTaskId ? 0 : -1}
            className={classes['tab']}
            onClick={() => onOpen(task.id)}
          >
            <span dir="auto">{task.label}</span>
            {isWrong && (
              <IconAlertCircle
                className={classes['errorMark']}
                size={18}
                stroke={1.75}
                aria-label={t('surveyForm.task.wrong')}
              />
            )}
            {isComplete && !isWrong && (
              <IconCircleCheck
                className={classes['completeMark']}
                size={18}
                stroke={1.75}
                aria-label={t('surveyForm.task.complete')}
              />
            )}
          </button>
        );
      })}
    </div>
  );
}
