/** The frame of a field with several controls: a name, notes and a fault that belong to all of them. */
import type { Attribute } from '@waypost/contract/attributes';
import { type ReactNode, useId } from 'react';
import { FieldNotes, hasNotes } from './field-notes.tsx';
import { RequiredMark } from './required-mark.tsx';
import classes from './survey-form.module.css';

interface Props {
  of: Attribute;
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

export function FieldGroup({ of: attribute, error, children }: Props) {
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
          <FieldNotes of={attribute} />
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}

interface SlotProps {
  of: Attribute;
  /** Given when the control stands among others, whose frame then has the attribute's name. */
  name: string | undefined;
  error: string | undefined;
  children: ReactNode;
}

/** The frame of a control that has several parts of its own. */
export function AnswerFrame({ of: attribute, name, error, children }: SlotProps) {
  const id = useId();
  if (name === undefined)
    return (
      <FieldGroup of={attribute} error={error}>
        {children}
      </FieldGroup>
    );
  return (
    <fieldset
      className={classes['part']}
      aria-label={name}
      {...(error ? { 'aria-describedby': `${id}-error` } : {})}
    >
      {children}
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}
