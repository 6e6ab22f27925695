/** Dates by the device's own picker, which people know and which works with every keyboard and screen reader. */
import { TextInput } from '@mantine/core';
import { parseDate } from '@waypost/contract/common/scalars';
import { parseDateTimeLocal, toDateTimeLocal } from '../../../ui/form/datetime-local.ts';
import { type AnswerProps, buildInputProps, toAnswerText } from './field-props.tsx';

/** A day has no hour and no zone: it is written and read as it stands. */
export function DateAnswer(props: AnswerProps) {
  return (
    <TextInput
      {...buildInputProps(props)}
      type="date"
      max="9999-12-31"
      value={toAnswerText(props.answer).slice(0, 10)}
      onChange={(event) => props.onAnswer(event.currentTarget.value)}
    />
  );
}

/** From the wire's UTC to the hour on the reader's wall, as the picker wants it. */
function toLocalInput(answer: unknown): string {
  const date = parseDate(toAnswerText(answer));
  return date ? toDateTimeLocal(date) : '';
}

const toUtc = (local: string): string =>
  parseDateTimeLocal(local)?.toISOString().slice(0, 19).replace('T', ' ') ?? '';

/** Steps of a quarter of an hour (spec 2 §9); any minute may be typed. */
export function DateTimeAnswer(props: AnswerProps) {
  return (
    <TextInput
      {...buildInputProps(props)}
      type="datetime-local"
      max="9999-12-31T23:59"
      step={900}
      value={toLocalInput(props.answer)}
      onChange={(event) => props.onAnswer(toUtc(event.currentTarget.value))}
    />
  );
}
