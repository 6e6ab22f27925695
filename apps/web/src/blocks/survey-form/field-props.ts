/** What every field gets from the form. */
import type { Attribute } from '@waypost/contract/attributes';
import type { FieldFault } from './field-faults.ts';

/** A field in charge of all answers to its attribute. */
export interface FieldProps {
  attribute: Attribute;
  answers: readonly unknown[];
  onAnswers: (answers: readonly unknown[]) => void;
  faults: readonly FieldFault[];
}

/** A control for one answer. `label` is only for screen readers when the field draws its own. */
export interface AnswerProps {
  attribute: Attribute;
  answer: unknown;
  onAnswer: (answer: unknown) => void;
  /** Given when the control stands alone: it draws them itself. */
  head?: { label: React.ReactNode; description: React.ReactNode; required: boolean };
  /** Its name when it stands among others. */
  name?: string;
  error: string | undefined;
}

export const textOf = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** Props of an input of the component library. */
export const inputProps = ({ head, name, error }: AnswerProps) => ({
  size: 'md' as const,
  error,
  ...head,
  ...(name === undefined ? {} : { 'aria-label': name }),
});
