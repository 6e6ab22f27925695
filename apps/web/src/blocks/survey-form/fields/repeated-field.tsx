/** One control, or as many as the attribute takes answers (spec 2 §4: they grow up to the cardinality). */
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

/** Rows keep their identity when one above them is removed, and with it a half-chosen picture or a map's place. */
function useRowIds(count: number): { ids: readonly number[]; forget: (at: number) => void } {
  const [ids, setIds] = useState<readonly number[]>(() => Array.from({ length: count }, createRowId));
  const more = count - ids.length;
  if (more > 0) setIds([...ids, ...Array.from({ length: more }, createRowId)]);
  return { ids, forget: (at) => setIds(ids.filter((_, other) => other !== at)) };
}

/** Where nothing is answered yet, one row waits. */
const toAnswerRows = (answers: AnswerList): AnswerList => (answers.length > 0 ? answers : [undefined]);

export function RepeatedField({
  attribute,
  answers,
  updateAnswers: onAnswers,
  errors: faults,
  control: Control,
}: FieldProps & { control: ComponentType<AnswerProps> }) {
  const { t } = useTranslation();
  const rows = toAnswerRows(answers);
  const { ids, forget } = useRowIds(rows.length);
  const { label, cardinality } = attribute;
  if (cardinality === 1 && rows.length === 1) {
    return (
      <Control
        attribute={attribute}
        answer={rows[0]}
        onAnswer={(answer) => onAnswers(() => [answer])}
        error={findErrorText(faults)}
      />
    );
  }
  const remove = (at: number) => {
    forget(at);
    onAnswers((now) => toAnswerRows(now).filter((_, other) => other !== at));
  };
  const ofAll = faults.find((it) => it.index === undefined)?.text;
  return (
    <FieldGroup attribute={attribute} error={ofAll}>
      {rows.map((answer, at) => {
        const name = t('surveyForm.nth', { label, number: at + 1 });
        return (
          <div key={ids[at]} className={classes['row']}>
            <div className={classes['control']}>
              <Control
                attribute={attribute}
                answer={answer}
                onAnswer={(changed) =>
                  onAnswers((now) => toAnswerRows(now).map((it, other) => (other === at ? changed : it)))
                }
                name={name}
                error={faults.find((it) => it.index === at)?.text}
              />
            </div>
            {rows.length > 1 && (
              <ActionIcon size={44} aria-label={t('surveyForm.remove', { name })} onClick={() => remove(at)}>
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
          onClick={() => onAnswers((now) => [...toAnswerRows(now), ''])}
        >
          {t('surveyForm.addAnother')}
        </Button>
      )}
    </FieldGroup>
  );
}
