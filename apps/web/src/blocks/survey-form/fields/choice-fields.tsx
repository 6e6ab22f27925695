/** Answers that are chosen from the survey's options. */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Checkbox, NativeSelect, Radio } from '@mantine/core';
import type { Attribute } from '@waypost/contract/attributes';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { faultText } from '../field-faults.ts';
import { FieldGroup } from '../field-group.tsx';
import { type AnswerProps, type FieldProps, inputProps, textOf } from '../field-props.tsx';
import classes from '../survey-form.module.css';

/** The options, and answers stored before their option was removed. */
function optionsOf(attribute: Attribute, answers: readonly unknown[]): string[] {
  const stored = answers.map(textOf).filter((it) => it !== '');
  return [...new Set([...(attribute.options ?? []).map(String), ...stored])];
}

export function SelectAnswer(props: AnswerProps) {
  const { t } = useTranslation();
  const { attribute, answer, onAnswer } = props;
  const options = optionsOf(attribute, [answer]).map((it) => ({ value: it, label: it }));
  return (
    <NativeSelect
      {...inputProps(props)}
      data={[{ value: '', label: t('surveyForm.choose') }, ...options]}
      value={textOf(answer)}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  );
}

export function RadioField({ attribute, answers, onAnswers, faults }: FieldProps) {
  const { t } = useTranslation();
  const name = useId();
  const chosen = textOf(answers[0]);
  return (
    <FieldGroup of={attribute} error={faultText(faults)}>
      <div className={classes['options']}>
        {optionsOf(attribute, answers).map((option) => (
          <Radio
            key={option}
            size="md"
            name={name}
            classNames={{ body: classes['option'] ?? '', radio: classes['box'] ?? '' }}
            label={<span dir="auto">{option}</span>}
            checked={option === chosen}
            onChange={() => onAnswers(() => [option])}
          />
        ))}
      </div>
      {chosen !== '' && !attribute.required && (
        <button type="button" className={classes['quiet']} onClick={() => onAnswers(() => [])}>
          {t('surveyForm.clearChoice')}
        </button>
      )}
    </FieldGroup>
  );
}

export function CheckboxField({ attribute, answers, onAnswers, faults }: FieldProps) {
  const chosen = new Set(answers.map(textOf));
  const toggle = (option: string) =>
    onAnswers((now) => (now.includes(option) ? now.filter((it) => it !== option) : [...now, option]));
  return (
    <FieldGroup of={attribute} error={faultText(faults)}>
      <div className={classes['options']}>
        {optionsOf(attribute, answers).map((option) => (
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
