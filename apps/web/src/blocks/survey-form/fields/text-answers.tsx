/** Answers that are typed: words, numbers, links. */
import { Textarea, TextInput } from '@mantine/core';
import { type AnswerProps, inputProps, textOf } from '../field-props.ts';

export function TextAnswer(props: AnswerProps) {
  const { attribute, answer, onAnswer } = props;
  return (
    <TextInput
      {...inputProps(props)}
      dir="auto"
      inputMode={attribute.type === 'link' ? 'url' : 'text'}
      value={textOf(answer)}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  );
}

export function LongTextAnswer(props: AnswerProps) {
  return (
    <Textarea
      {...inputProps(props)}
      dir="auto"
      autosize
      minRows={4}
      maxRows={16}
      value={textOf(props.answer)}
      onChange={(event) => props.onAnswer(event.currentTarget.value)}
    />
  );
}

/** "1,5" is how half the world writes one and a half. */
const withPoint = (text: string) => (/^\s*[+-]?\d+,\d+\s*$/.test(text) ? text.replace(',', '.') : text);

/** Text with a keyboard for digits: a number field would drop what it cannot read. */
export function NumberAnswer(props: AnswerProps) {
  const { attribute, answer, onAnswer } = props;
  const text = textOf(answer);
  const shown =
    attribute.type === 'decimal' && typeof answer === 'string'
      ? text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
      : text;
  return (
    <TextInput
      {...inputProps(props)}
      dir="ltr"
      inputMode={attribute.type === 'int' ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={/^-?\d+\.\d{4}$/.test(text) ? shown : text}
      onChange={(event) => onAnswer(event.currentTarget.value)}
      onBlur={(event) => onAnswer(withPoint(event.currentTarget.value))}
    />
  );
}
