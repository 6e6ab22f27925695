/** The frame of a field with several controls: a name, instructions and a fault that belong to all of them. */
import type { Attribute } from '@waypost/contract/attributes';
import { type ReactNode, useId } from 'react';
import { RequiredMark } from './required-mark.tsx';
import classes from './survey-form.module.css';

interface Props {
  of: Pick<Attribute, 'label' | 'instructions' | 'required'>;
  error: string | undefined;
  children: ReactNode;
}

export function FieldGroup({ of: { label, instructions, required }, error, children }: Props) {
  const id = useId();
  const about = [instructions && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset className={classes['group']} {...(about ? { 'aria-describedby': about } : {})}>
      <legend className={classes['legend']}>
        <span dir="auto">{label}</span>
        {required && <RequiredMark />}
      </legend>
      {instructions && (
        <p id={`${id}-hint`} dir="auto" className={classes['hint']}>
          {instructions}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
