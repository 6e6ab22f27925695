/** A field in the editor, with buttons to move, edit and delete it. */
import { IconLock, IconTrash } from '@tabler/icons-react';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { DragHandle, StepButtons } from '../../../ui/form/reorder-buttons.tsx';
import type { DragOrder } from '../../../ui/form/use-drag-order.ts';
import { type DraftField, isDeletable } from '../draft/survey-draft.ts';
import { getFieldIcon, getFieldKindLabel } from './field-kinds.ts';
import classes from './survey-editor.module.css';

interface Props {
  field: DraftField;
  index: number;
  count: number;
  handle: DragOrder['handleProps'];
  onStep: (id: number, offset: number) => void;
  onEdit: (field: DraftField) => void;
  onDelete: (field: DraftField) => void;
}

/** Memoized, since a survey can have a hundred fields. */
export const FieldRow = memo(function FieldRow(props: Props) {
  const { field, index: at, count, handle, onStep, onEdit, onDelete } = props;
  const { t } = useTranslation();
  const { label } = field;
  const id = `field${field.id}`;
  const facts = [
    getFieldKindLabel(field),
    ...(field.options.length > 0 && fieldTypes[field.type].answerKind !== 'category'
      ? [t('survey.field.choices', { count: field.options.length })]
      : []),
  ].join(' · ');
  return (
    <li className={classes['field']}>
      <DragHandle label={label} handleProps={handle} id={id} />
      <span className={classes['kind']}>
        <Icon icon={getFieldIcon(field)} />
      </span>
      <button
        type="button"
        id={`${id}-edit`}
        className={classes['fieldText']}
        aria-label={t('survey.field.edit', { label })}
        onClick={() => onEdit(field)}
      >
        <span className={classes['fieldLabel']}>
          <bdi>{label}</bdi>
          {field.required && <span className={classes['required']}> *</span>}
        </span>
        <span className={classes['about']}>
          {facts}
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
        <StepButtons
          label={label}
          id={id}
          index={at}
          count={count}
          onStep={(offset) => onStep(field.id, offset)}
        />
        {isDeletable(field) ? (
          <button
            type="button"
            className={classes['remove']}
            aria-label={t('survey.field.delete', { label })}
            onClick={() => onDelete(field)}
          >
            <Icon icon={IconTrash} size={18} />
          </button>
        ) : (
          <span className={classes['noRemove']} />
        )}
      </span>
    </li>
  );
});
