/** Options of a further task: name, whether publishing requires it, and who sees it. */
import { Stack, Switch, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { limits } from '@waypost/contract/common/limits';
import { TaskForm } from '@waypost/contract/surveys/survey-forms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSchemaErrors } from '../../../api/schema-errors.ts';
import type { DraftTask } from '../draft/survey-draft.ts';
import type { EditorActions } from './use-survey-editor.ts';

/** The options of a task that its form edits. */
export type TaskValues = Pick<
  DraftTask,
  'label' | 'description' | 'required' | 'show_when_published' | 'task_is_internal_only'
>;

interface TaskFieldsProps {
  values: TaskValues;
  error: string | undefined;
  onChange: (values: Partial<TaskValues>) => void;
  onLabelBlur?: () => void;
}

/** The form fields of a task, for adding and changing it. */
export function TaskFields({ values, error, onChange, onLabelBlur }: TaskFieldsProps) {
  const { t } = useTranslation();
  const flag = (name: 'required' | 'show_when_published' | 'task_is_internal_only', key: string) => (
    <Switch
      size="md"
      label={t(`survey.task.${key}.label` as 'survey.task.required.label')}
      description={t(`survey.task.${key}.text` as 'survey.task.required.text')}
      checked={values[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <Stack gap="md">
      <TextInput
        size="md"
        label={t('survey.task.label')}
        required
        dir="auto"
        autoComplete="off"
        data-autofocus
        maxLength={limits.taskLabel.max}
        value={values.label}
        error={error}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        onBlur={onLabelBlur}
      />
      <Textarea
        size="md"
        label={t('field.description')}
        description={t('survey.task.descriptionHint')}
        dir="auto"
        autosize
        minRows={2}
        maxLength={limits.surveyText}
        value={values.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      {flag('required', 'required')}
      {flag('task_is_internal_only', 'internal')}
      {flag('show_when_published', 'published')}
    </Stack>
  );
}

/** Returns the error of the task's name, if any. keys: survey.task.required.* survey.task.internal.* survey.task.published.* */
export const findLabelError = (values: TaskValues, name: string): string | undefined =>
  formatSchemaErrors(TaskForm, values, { label: name })['label'];

const pickTaskValues = (task: DraftTask): TaskValues => ({
  label: task.label,
  description: task.description,
  required: task.required,
  show_when_published: task.show_when_published,
  task_is_internal_only: task.task_is_internal_only,
});

/** The "Configure" tab of a further task. A new name is applied when it is valid. */
export function TaskOptions({ task, actions }: { task: DraftTask; actions: EditorActions }) {
  const { t } = useTranslation();
  const [typedLabel, setTypedLabel] = useState(task.label);
  const values = { ...pickTaskValues(task), label: typedLabel };
  const error = findLabelError(values, t('survey.task.label'));
  return (
    <TaskFields
      values={values}
      error={error}
      onChange={({ label, ...rest }) => {
        if (label !== undefined) setTypedLabel(label);
        const isValid = label !== undefined && !findLabelError({ ...values, label }, t('survey.task.label'));
        actions.dispatch({
          type: 'changeTask',
          id: task.id,
          values: { ...rest, ...(isValid ? { label: label.trim() } : {}) },
        });
      }}
    />
  );
}
