/** The fields of a task, in the order in which they are asked. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { tellMoved } from '../../ui/order-buttons.tsx';
import { useDragOrder } from '../../ui/use-drag-order.ts';
import { FieldRow } from './field-row.tsx';
import type { DraftField, DraftTask } from './survey-draft.ts';
import classes from './survey-editor.module.css';
import type { EditorDeeds } from './use-survey-editor.ts';

interface Props {
  task: DraftTask;
  deeds: EditorDeeds;
  /** Its fields are questions that are sent. */
  isTargeted?: boolean;
}

export function FieldList({ task, deeds, isTargeted = false }: Props) {
  const { t } = useTranslation();
  const { fields, id: taskId } = task;
  const { list, handle } = useDragOrder({
    onMove: (from, by) => {
      const field = fields[from];
      const to = from + by;
      if (!field || to < 0 || to >= fields.length) return;
      deeds.change({ do: 'moveField', task: taskId, id: field.id, by });
      tellMoved(
        t('order.moved', { label: field.label, at: to + 1, count: fields.length }),
        `field${field.id}-handle`,
      );
    },
  });
  const onStep = useCallback(
    (id: number, by: number) => deeds.change({ do: 'moveField', task: taskId, id, by }),
    [deeds, taskId],
  );
  const onEdit = useCallback(
    (field: DraftField) => deeds.open({ what: 'field', task: taskId, field }),
    [deeds, taskId],
  );
  const onDelete = useCallback(
    (field: DraftField) => deeds.open({ what: 'deleteField', task: taskId, field }),
    [deeds, taskId],
  );
  return (
    <>
      {fields.length === 0 && <p className={classes['none']}>{t('survey.task.noFields')}</p>}
      <ul
        ref={list}
        className={classes['fields']}
        aria-label={t('survey.task.fieldsOf', { label: task.label })}
        hidden={fields.length === 0}
      >
        {fields.map((field, at) => (
          <FieldRow
            key={field.id}
            field={field}
            at={at}
            count={fields.length}
            handle={handle}
            onStep={onStep}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          size="md"
          leftSection={<Icon of={IconPlus} size={18} />}
          aria-label={isTargeted ? undefined : t('survey.field.addTo', { label: task.label })}
          onClick={() => deeds.open({ what: 'field', task: taskId })}
        >
          {t(isTargeted ? 'survey.question.add' : 'survey.field.add')}
        </Button>
      </div>
    </>
  );
}
