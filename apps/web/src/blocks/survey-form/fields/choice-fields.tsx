/** Fields with the survey's options. */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Checkbox, NativeSelect, Radio } from '@mantine/core';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { findErrorText } from '../answers/field-errors.ts';
import classes from '../survey-form.module.css';
import { FieldGroup } from './field-group.tsx';
import { type AnswerProps, buildInputProps, type FieldProps, toAnswerText } from './field-props.tsx';

/** The options, and stored answers whose option was removed. */
function listOptions(attribute: Attribute, answers: readonly unknown[]): string[] {
  const stored = answers.map(toAnswerText).filter((it) => it !== '');
  return [...new Set([...(attribute.options ?? []).map(String), ...stored])];
}

/** A select field. */
export function SelectAnswer(props: AnswerProps) {
  const { t } = useTranslation();
  const { attribute, answer, onAnswer } = props;
  const options = listOptions(attribute, [answer]).map((it) => ({ value: it, label: it }));
  return (
    <NativeSelect
      {...buildInputProps(props)}
      data={[{ value: '', label: t('surveyForm.choose') }, ...options]}
      value={toAnswerText(answer)}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  );
}

/** Radio buttons, with a button that clears an optional answer. */
export function RadioField({ attribute, answers, updateAnswers, errors }: FieldProps) {
  const { t } = useTranslation();
  const name = useId();
  const chosen = toAnswerText(answers[0]);
  return (
    <FieldGroup attribute={attribute} error={findErrorText(errors)}>
      <div className={classes['options']}>
        {listOptions(attribute, answers).map((option) => (
          <Radio
            key={option}
            size="md"
            name={name}
            classNames={{ body: classes['option'] ?? '', radio: classes['box'] ?? '' }}
            label={<span dir="auto">{option}</span>}
            checked={option === chosen}
            onChange={() => updateAnswers(() => [option])}
          />
        ))}
      </div>
      {chosen !== '' && !attribute.required && (
        <button type="button" className={classes['clearButton']} onClick={() => updateAnswers(() => [])}>
          {t('surveyForm.clearChoice')}
        </button>
      )}
    </FieldGroup>
  );
}

/** Checkboxes for several answers. */
export function CheckboxField({ attribute, answers, updateAnswers, errors }: FieldProps) {
  const chosen = new Set(answers.map(toAnswerText));
  const toggle = (option: string) =>
    updateAnswers((current) =>
      current.includes(option) ? current.filter((it) => it !== option) : [...current, option],
    );
  return (
    <FieldGroup attribute={attribute} error={findErrorText(errors)}>
      <div className={classes['options']}>
        {listOptions(attribute, answers).map((option) => (
          <Checkbox
            key={option}
            size="md"
            classNames={{ body: classes['option'] ?? '', input: classes['box'] ?? '' }}
            label={<span dir="auto">{option}</span>}
            checked={chosen.has(option)}
            onChange={() => toggle(option)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
