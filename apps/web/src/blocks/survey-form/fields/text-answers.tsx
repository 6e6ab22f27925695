/** Fields for typed answers: texts, numbers, links. */
import { Textarea, TextInput } from '@mantine/core';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { useState } from 'react';
import { PersonalDataHint } from '../../personal-data/personal-data-hint.tsx';
import { type AnswerProps, buildInputProps, toAnswerText } from './field-props.tsx';

/** One line of text, or a link. */
export function TextAnswer(props: AnswerProps) {
  const { attribute, answer, onAnswer } = props;
  return (
    <div>
      <TextInput
        {...buildInputProps(props)}
        dir="auto"
        inputMode={fieldTypes[attribute.type].inputMode}
        value={toAnswerText(answer)}
        onChange={(event) => onAnswer(event.currentTarget.value)}
      />
      {!attribute.response_private && <PersonalDataHint text={toAnswerText(answer)} onChange={onAnswer} />}
    </div>
  );
}

/** Several lines of text. */
export function LongTextAnswer(props: AnswerProps) {
  const { attribute, answer, onAnswer } = props;
  return (
    <div>
      <Textarea
        {...buildInputProps(props)}
        dir="auto"
        autosize
        minRows={4}
        maxRows={16}
        value={toAnswerText(answer)}
        onChange={(event) => onAnswer(event.currentTarget.value)}
      />
      {!attribute.response_private && <PersonalDataHint text={toAnswerText(answer)} onChange={onAnswer} />}
    </div>
  );
}

/** The API sends four decimal places; removes trailing zeros: `12.5000` is 12.5. */
const trimZeroDecimals = (text: string) =>
  /^-?\d+\.\d{4}$/.test(text) ? text.replace(/\.?0{1,4}$/, '') : text;

/** A text field with a numeric keyboard: a number field would drop invalid input. */
export function NumberAnswer(props: AnswerProps) {
  const { attribute, answer, onAnswer } = props;
  const text = toAnswerText(answer);
  const [storedText] = useState(text);
  return (
    <TextInput
      {...buildInputProps(props)}
      dir="ltr"
      inputMode={fieldTypes[attribute.type].inputMode === 'numeric' ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text === storedText ? trimZeroDecimals(text) : text}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  );
}
