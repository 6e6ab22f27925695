import { Button, SimpleGrid } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.layer.css';
import { type FieldKind, fieldKinds } from '@waypost/contract/surveys/field-types';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { type DraftField, type DraftTask, isPostText, newField } from '../draft/survey-draft.ts';
import { FieldForm } from './field-form.tsx';
import { fieldKindChoices, fieldKindGroups, getFieldKindLabel, listFieldKinds } from './field-kinds.ts';
import classes from './survey-editor.module.css';

interface Props {
  /** The field to change; absent for a new one. */
  field?: DraftField | undefined;
  /** The task that contains the field. */
  task: DraftTask;
  tasks: readonly DraftTask[];
  /** Id of the survey; null while it is new. */
  surveyId: number | null;
  /** @param taskId id of the task for the field, which may be another one than before */
  onSave: (field: DraftField, taskId: number) => void;
  onClose: () => void;
}

/** Dialog to add a field, in two steps, or to change one: first the kind, then its options (spec 3 §2). */
export default function FieldDialog({ field: initialField, task, tasks, surveyId, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [field, setField] = useState(initialField);
  const title = () => {
    if (initialField) return t('survey.field.edit', { label: initialField.label });
    return field ? t('survey.field.addKind', { kind: getFieldKindLabel(field) }) : t('survey.kind.pick');
  };
  return (
    <FormDialog title={title()} onClose={onClose} size="lg">
      {field ? (
        <FieldForm
          key={field.id}
          field={field}
          isNew={!initialField}
          task={task}
          tasks={tasks}
          surveyId={surveyId}
          onSave={(changedField, taskId) => {
            onSave(changedField, taskId);
            onClose();
          }}
          onBack={initialField ? undefined : () => setField(undefined)}
          onClose={onClose}
        />
      ) : (
        <KindPicker task={task} tasks={tasks} onPick={(kind) => setField(newField(kind))} onClose={onClose} />
      )}
    </FormDialog>
  );
}

interface KindPickerProps {
  task: DraftTask;
  tasks: readonly DraftTask[];
  onPick: (kind: FieldKind) => void;
  onClose: () => void;
}

/** keys: survey.kind.* */
function KindPicker({ task, tasks, onPick, onClose }: KindPickerProps) {
  const { t } = useTranslation();
  const isUsed = (type: DraftField['type']) =>
    tasks.some((task) => task.fields.some((field) => field.type === type));
  // The title and description of the report exist once, in its first task.
  const isOffered = (kind: FieldKind) =>
    !isPostText(fieldKinds[kind]) || (task.type === 'post' && !isUsed(fieldKinds[kind].type));
  return (
    <>
      {fieldKindGroups.map((group, at) => (
        <section key={group} className={classes['kinds']} aria-labelledby={`kinds-${group}`}>
          <h3 id={`kinds-${group}`}>{t(`survey.kind.group.${group}`)}</h3>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {listFieldKinds(group)
              .filter(isOffered)
              .map((kind, place) => (
                <button
                  key={kind}
                  type="button"
                  className={classes['kindButton']}
                  {...(at === 0 && place === 0 ? { 'data-autofocus': true } : {})}
                  onClick={() => onPick(kind)}
                >
                  <Icon icon={fieldKindChoices[kind].icon} size={22} />
                  <span>
                    <strong>{t(`survey.kind.${kind}.name`)}</strong>
                    <span className={classes['about']}>{t(`survey.kind.${kind}.text`)}</span>
                  </span>
                </button>
              ))}
          </SimpleGrid>
        </section>
      ))}
      <DialogActions>
        <Button variant="default" size="md" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </DialogActions>
    </>
  );
}
