/** Date fields with the browser's own picker, which works with every keyboard and screen reader. */
import { TextInput } from '@mantine/core';
import { parseIsoDate } from '@waypost/contract/common/dates';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDateTimeLocal, toDateTimeLocal } from '../../../ui/form/datetime-local.ts';
import { type AnswerProps, buildInputProps, toAnswerText } from './field-props.tsx';

const FutureNote = lazy(() => import('./future-note.tsx'));

/** @param local value of an input for a date or a date with a time, in the reader's time zone */
function NoteOfFuture({ local }: { local: string }) {
  const date = parseDateTimeLocal(local.includes('T') ? local : `${local}T00:00`);
  return (
    date && (
      <Suspense fallback={null}>
        <FutureNote key={local} at={date.getTime()} />
      </Suspense>
    )
  );
}

/** A date without a time zone; stored as entered. */
export function DateAnswer(props: AnswerProps) {
  const value = toAnswerText(props.answer).slice(0, 10);
  return (
    <div>
      <TextInput
        {...buildInputProps(props)}
        type="date"
        max="9999-12-31"
        value={value}
        onChange={(event) => props.onAnswer(event.currentTarget.value)}
      />
      <NoteOfFuture local={value} />
    </div>
  );
}

/** Converts UTC of the API to the value of the input, in the reader's time zone. */
function toLocalInput(answer: unknown): string {
  const date = parseIsoDate(toAnswerText(answer));
  return date ? toDateTimeLocal(date) : '';
}

const toUtc = (local: string): string =>
  parseDateTimeLocal(local)?.toISOString().slice(0, 19).replace('T', ' ') ?? '';

/**
 * The picker has steps of 15 minutes (spec 2 §9). The hint says that any minute can be typed: when something happened is
 * often known to the minute.
 */
export function DateTimeAnswer(props: AnswerProps) {
  const { t } = useTranslation();
  const value = toLocalInput(props.answer);
  return (
    <div>
      <TextInput
        {...buildInputProps(props, t('surveyForm.quarterHours'))}
        type="datetime-local"
        // Without it, browsers count the steps from the current value.
        min="0001-01-01T00:00"
        max="9999-12-31T23:59"
        step={900}
        value={value}
        onChange={(event) => props.onAnswer(toUtc(event.currentTarget.value))}
      />
      <NoteOfFuture local={value} />
    </div>
  );
}
