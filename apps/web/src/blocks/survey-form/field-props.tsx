/** What every field gets from the form. */
import type { Attribute } from '@waypost/contract/attributes';
import type { FieldFault } from './field-faults.ts';
import { FieldNotes, hasNotes } from './field-notes.tsx';
import type { AnswerList } from './use-survey-form.ts';

/** A field in charge of all answers to its attribute. */
export interface FieldProps {
  attribute: Attribute;
  answers: AnswerList;
  /** @param change from the answers as they are by then */
  onAnswers: (change: (answers: AnswerList) => AnswerList) => void;
  faults: readonly FieldFault[];
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

export const textOf = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** Props of an input of the component library. */
export const inputProps = ({ attribute, name, error }: AnswerProps) => ({
  size: 'md' as const,
  error,
  ...(name === undefined
    ? {
        label: <span dir="auto">{attribute.label}</span>,
        description: hasNotes(attribute) ? <FieldNotes of={attribute} /> : undefined,
        required: attribute.required,
      }
    : { 'aria-label': name }),
});
