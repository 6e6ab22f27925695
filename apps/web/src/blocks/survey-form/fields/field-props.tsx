/** Props of fields and controls. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { SurveyFieldError } from '../answers/field-errors.ts';
import type { AnswerList } from '../use-survey-form.ts';
import { FieldNotes, hasNotes } from './field-notes.tsx';

/** Props of a field for all answers to its attribute. */
export interface FieldProps {
  attribute: Attribute;
  answers: AnswerList;
  /** @param change gets the current answers */
  updateAnswers: (change: (answers: AnswerList) => AnswerList) => void;
  errors: readonly SurveyFieldError[];
}

/** Props of a control for one answer. */
export interface AnswerProps {
  attribute: Attribute;
  answer: unknown;
  onAnswer: (answer: unknown) => void;
  /** Accessible name if it is one of several; without it the control shows the attribute's label. */
  name?: string;
  error: string | undefined;
}

/** An answer as text; empty for other types. */
export const toAnswerText = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** Props of a Mantine input. */
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
