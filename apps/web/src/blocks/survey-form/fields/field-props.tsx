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

/** The error is below the label, so that both are in view above a long field. */
export const fieldOrder = ['label', 'description', 'error', 'input'] as const;

/**
 * Props of a Mantine input.
 * @param hint about the control, shown with the notes of the attribute
 */
export const buildInputProps = ({ attribute, name, error }: AnswerProps, hint?: string) => ({
  size: 'md' as const,
  inputWrapperOrder: [...fieldOrder],
  error,
  ...(name === undefined
    ? {
        label: <span dir="auto">{attribute.label}</span>,
        description:
          hint || hasNotes(attribute) ? <FieldNotes attribute={attribute} hint={hint} /> : undefined,
        required: attribute.required,
      }
    : { 'aria-label': name }),
});
