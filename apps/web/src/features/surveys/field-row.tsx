/** One field of a task in the builder: what it asks, its place, and the ways to change it. */
import { IconLock, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { DragHandle, StepButtons } from '../../ui/order-buttons.tsx';
import type { DragOrder } from '../../ui/use-drag-order.ts';
import { iconOf, kindName } from './field-words.ts';
import { type DraftField, isDeletable } from './survey-draft.ts';
import classes from './survey-editor.module.css';

interface Props {
  field: DraftField;
  at: number;
  count: number;
  handle: DragOrder['handle'];
  onStep: (id: number, by: number) => void;
  onEdit: (field: DraftField) => void;
  onDelete: (field: DraftField) => void;
}

/** Drawn anew for its own changes alone: a survey may have a hundred of them. */
export const FieldRow = memo(function FieldRow(props: Props) {
  const { field, at, count, handle, onStep, onEdit, onDelete } = props;
  const { t } = useTranslation();
  const { label } = field;
  const id = `field${field.id}`;
  const about = [
    kindName(field),
    ...(field.options.length > 0 && field.type !== 'tags'
      ? [t('survey.field.choices', { count: field.options.length })]
      : []),
  ].join(' · ');
  return (
    <li className={classes['field']}>
      <DragHandle label={label} handle={handle} id={id} />
      <span className={classes['kind']}>
        <Icon of={iconOf(field)} />
      </span>
      <button
        type="button"
        id={`${id}-edit`}
        className={classes['fieldWords']}
        aria-label={t('survey.field.edit', { label })}
        onClick={() => onEdit(field)}
      >
        <span className={classes['fieldLabel']}>
          <bdi>{label}</bdi>
          {field.required && <span className={classes['required']}> *</span>}
        </span>
        <span className={classes['about']}>
          {about}
          {field.required && ` · ${t('survey.field.isRequired')}`}
          {field.response_private && (
            <>
              {' · '}
              <IconLock size={13} stroke={1.75} aria-hidden /> {t('survey.field.isPrivate')}
            </>
          )}
        </span>
      </button>
      <span className={classes['fieldActions']}>
        <StepButtons label={label} id={id} at={at} count={count} onStep={(by) => onStep(field.id, by)} />
        {isDeletable(field) ? (
          <button
            type="button"
            className={classes['remove']}
            aria-label={t('survey.field.delete', { label })}
            onClick={() => onDelete(field)}
          >
            <Icon of={IconTrash} size={18} />
          </button>
        ) : (
          <span className={classes['noRemove']} />
        )}
      </span>
    </li>
  );
});
