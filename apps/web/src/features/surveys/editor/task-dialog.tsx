import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { type DraftTask, newTask } from '../draft/survey-draft.ts';
import { findLabelError, TaskFields } from './task-options.tsx';

interface Props {
  onAdd: (task: DraftTask) => void;
  onClose: () => void;
}

/** Dialog to add a task (spec 3 §2). */
export default function TaskDialog({ onAdd, onClose }: Props) {
  const { t } = useTranslation();
  const [task, setTask] = useState(newTask);
  const [isLabelTouched, setLabelTouched] = useState(false);
  const error = findLabelError(task, t('survey.task.label'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLabelTouched(true);
    if (error) return;
    onAdd({ ...task, label: task.label.trim() });
    onClose();
  };
  return (
    <FormDialog title={t('survey.task.add')} onClose={onClose} size="md">
      <form noValidate onSubmit={submit}>
        <TaskFields
          values={task}
          error={isLabelTouched ? error : undefined}
          onChange={(values) => setTask({ ...task, ...values })}
          onLabelBlur={() => task.label !== '' && setLabelTouched(true)}
        />
        <DialogActions>
          <Button variant="default" size="md" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" size="md">
            {t('survey.task.add')}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
