import { Button } from '@mantine/core';
import { IconClipboardList, IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { announceMove } from '../../../ui/form/reorder-buttons.tsx';
import { useDragOrder } from '../../../ui/form/use-drag-order.ts';
import type { DraftField, DraftTask } from '../draft/survey-draft.ts';
import { FieldRow } from './field-row.tsx';
import classes from './survey-editor.module.css';
import type { EditorActions } from './use-survey-editor.ts';

interface Props {
  task: DraftTask;
  actions: EditorActions;
  /** Whether the fields are questions of a targeted survey. */
  isTargeted?: boolean;
}

/** The fields of a task in order. */
export function FieldList({ task, actions, isTargeted = false }: Props) {
  const { t } = useTranslation();
  const { fields, id: taskId } = task;
  const { listRef, handleProps } = useDragOrder({
    onMove: (fromIndex, offset) => {
      const field = fields[fromIndex];
      const targetIndex = fromIndex + offset;
      if (!field || targetIndex < 0 || targetIndex >= fields.length) return;
      actions.dispatch({ type: 'moveField', task: taskId, id: field.id, by: offset });
      announceMove(
        t('order.moved', { label: field.label, at: targetIndex + 1, count: fields.length }),
        `field${field.id}-handle`,
      );
    },
  });
  const onStep = useCallback(
    (id: number, offset: number) => actions.dispatch({ type: 'moveField', task: taskId, id, by: offset }),
    [actions, taskId],
  );
  const onEdit = useCallback(
    (field: DraftField) => actions.openDialog({ type: 'field', task: taskId, field }),
    [actions, taskId],
  );
  const onDelete = useCallback(
    (field: DraftField) => actions.openDialog({ type: 'deleteField', task: taskId, field }),
    [actions, taskId],
  );
  return (
    <>
      {fields.length === 0 && <p className={classes['none']}>{t('survey.task.noFields')}</p>}
      <ul
        ref={listRef}
        className={classes['fields']}
        aria-label={t('survey.task.fieldsOf', { label: task.label })}
        hidden={fields.length === 0}
      >
        {fields.map((field, at) => (
          <FieldRow
            key={field.id}
            field={field}
            index={at}
            count={fields.length}
            handle={handleProps}
            onStep={onStep}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
      </ul>
      <div className={classes['addButtons']}>
        <Button
          variant="default"
          size="md"
          leftSection={<Icon icon={IconPlus} size={18} />}
          aria-label={isTargeted ? undefined : t('survey.field.addTo', { label: task.label })}
          onClick={() => actions.openDialog({ type: 'field', task: taskId })}
        >
          {t(isTargeted ? 'survey.question.add' : 'survey.field.add')}
        </Button>
        {!isTargeted && (
          <Button
            variant="subtle"
            size="md"
            leftSection={<Icon icon={IconClipboardList} size={18} />}
            aria-label={t('survey.paste.openFor', { label: task.label })}
            onClick={() => actions.openDialog({ type: 'pasteQuestions', task: taskId })}
          >
            {t('survey.paste.open')}
          </Button>
        )}
      </div>
    </>
  );
}
