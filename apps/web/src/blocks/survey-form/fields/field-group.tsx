/** The frame of a field with several controls: a name, notes and an error for all of them. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { type ReactNode, useId } from 'react';
import classes from '../survey-form.module.css';
import { FieldNotes, hasNotes } from './field-notes.tsx';
import { RequiredMark } from './required-mark.tsx';

interface Props {
  attribute: Attribute;
  error: string | undefined;
  children: ReactNode;
}

function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} className={classes['error']}>
      {text}
    </p>
  );
}

/** A fieldset with legend, notes and error, in this order: label and error stay together above a long field. */
export function FieldGroup({ attribute, error, children }: Props) {
  const id = useId();
  const about = [hasNotes(attribute) && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset className={classes['group']} {...(about ? { 'aria-describedby': about } : {})}>
      <legend className={classes['legend']}>
        <span dir="auto">{attribute.label}</span>
        {attribute.required && <RequiredMark />}
      </legend>
      {hasNotes(attribute) && (
        <p id={`${id}-hint`} className={classes['hint']}>
          <FieldNotes attribute={attribute} />
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
      {children}
    </fieldset>
  );
}

interface AnswerFrameProps {
  attribute: Attribute;
  /** Accessible name if the control is one of several, whose common frame shows the attribute's name. */
  name: string | undefined;
  error: string | undefined;
  children: ReactNode;
}

/** The frame of a control that consists of several elements. */
export function AnswerFrame({ attribute, name, error, children }: AnswerFrameProps) {
  const id = useId();
  if (name === undefined)
    return (
      <FieldGroup attribute={attribute} error={error}>
        {children}
      </FieldGroup>
    );
  return (
    <fieldset
      className={classes['answerFrame']}
      aria-label={name}
      {...(error ? { 'aria-describedby': `${id}-error` } : {})}
    >
      <FieldError id={`${id}-error`} text={error} />
      {children}
    </fieldset>
  );
}
