/** A control for each answer (spec 2 §4: up to the cardinality of the attribute). */
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findErrorText } from '../answers/field-errors.ts';
import classes from '../survey-form.module.css';
import type { AnswerList } from '../use-survey-form.ts';
import { FieldGroup } from './field-group.tsx';
import type { AnswerProps, FieldProps } from './field-props.tsx';

let lastRowId = 0;
const createRowId = (): number => ++lastRowId;

/** Stable keys of the rows: when one is removed, the others keep their state, such as the position of a map. */
function useRowIds(count: number): { ids: readonly number[]; removeId: (index: number) => void } {
  const [ids, setIds] = useState<readonly number[]>(() => Array.from({ length: count }, createRowId));
  const missing = count - ids.length;
  if (missing > 0) setIds([...ids, ...Array.from({ length: missing }, createRowId)]);
  return { ids, removeId: (index) => setIds(ids.filter((_, other) => other !== index)) };
}

/** The answers, or one empty row without answers. */
const toAnswerRows = (answers: AnswerList): AnswerList => (answers.length > 0 ? answers : [undefined]);

/** One control without a frame for a single answer, else a frame with rows that can be added and removed. */
export function RepeatedField({
  attribute,
  answers,
  updateAnswers,
  errors,
  control: Control,
}: FieldProps & { control: ComponentType<AnswerProps> }) {
  const { t } = useTranslation();
  const rows = toAnswerRows(answers);
  const { ids, removeId } = useRowIds(rows.length);
  const { label, cardinality } = attribute;
  if (cardinality === 1 && rows.length === 1) {
    return (
      <Control
        attribute={attribute}
        answer={rows[0]}
        onAnswer={(answer) => updateAnswers(() => [answer])}
        error={findErrorText(errors)}
      />
    );
  }
  const remove = (index: number) => {
    removeId(index);
    updateAnswers((current) => toAnswerRows(current).filter((_, other) => other !== index));
  };
  const commonError = errors.find((it) => it.index === undefined)?.text;
  return (
    <FieldGroup attribute={attribute} error={commonError}>
      {rows.map((answer, index) => {
        const name = t('surveyForm.nth', { label, number: index + 1 });
        return (
          <div key={ids[index]} className={classes['row']}>
            <div className={classes['control']}>
              <Control
                attribute={attribute}
                answer={answer}
                onAnswer={(changed) =>
                  updateAnswers((current) =>
                    toAnswerRows(current).map((it, other) => (other === index ? changed : it)),
                  )
                }
                name={name}
                error={errors.find((it) => it.index === index)?.text}
              />
            </div>
            {rows.length > 1 && (
              <ActionIcon
                size={44}
                aria-label={t('surveyForm.remove', { name })}
                onClick={() => remove(index)}
              >
                <IconX size={20} stroke={1.75} aria-hidden />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {(cardinality === 0 || rows.length < cardinality) && (
        <Button
          variant="subtle"
          size="md"
          className={classes['add'] ?? ''}
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => updateAnswers((current) => [...toAnswerRows(current), ''])}
        >
          {t('surveyForm.addAnother')}
        </Button>
      )}
    </FieldGroup>
  );
}
