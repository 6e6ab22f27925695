/** What every field gets from the form. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { SurveyFieldError } from '../answers/field-errors.ts';
import type { AnswerList } from '../use-survey-form.ts';
import { FieldNotes, hasNotes } from './field-notes.tsx';

/** A field in charge of all answers to its attribute. */
export interface FieldProps {
  attribute: Attribute;
  answers: AnswerList;
  /** @param change from the answers as they are by then */
  updateAnswers: (change: (answers: AnswerList) => AnswerList) => void;
  errors: readonly SurveyFieldError[];
}

/** A control for one answer. */
export interface AnswerProps {
  attribute: Attribute;
  answer: unknown;
  onAnswer: (answer: unknown) => void;
  /** Its name when it stands among others; alone, it draws the attribute's. */
  name?: string;
  error: string | undefined;
}

export const toAnswerText = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** Props of an input of the component library. */
export const buildInputProps = ({ attribute, name, error }: AnswerProps) => ({
  size: 'md' as const,
  error,
  ...(name === undefined
    ? {
        label: <span dir="auto">{attribute.label}</span>,
        description: hasNotes(attribute) ? <FieldNotes attribute={attribute} /> : undefined,
        required: attribute.required,
      }
    : { 'aria-label': name }),
});
