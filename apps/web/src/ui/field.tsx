/**
 * Label, hint and error around a control that the component library does not have, tied together for screen readers.
 * The library's own inputs do this by themselves: give them `label`, `description` and `error`.
 */
import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import '@mantine/core/styles/Input.layer.css';

export interface FieldAria {
  id: string;
  'aria-labelledby': string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence of `fieldErrors`, or of the form's own rules. */
  error?: ReactNode;
  required?: boolean;
  /** For a set of controls, such as a list of checkboxes or a map with its inputs. */
  group?: boolean;
  children: (aria: FieldAria) => ReactNode;
}

export function Field({ label, hint, error, required, group = false, children }: FieldProps) {
  const id = useId();
  const labelId = `${id}-label`;
  const told = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter((it) => it !== null);
  const aria: FieldAria = {
    id,
    'aria-labelledby': labelId,
    'aria-describedby': told.length > 0 ? told.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  };
  return (
    <div>
      <Input.Label
        id={labelId}
        size="md"
        required={required ?? false}
        labelElement={group ? 'div' : 'label'}
        htmlFor={id}
      >
        {label}
      </Input.Label>
      {hint && <Input.Description id={`${id}-hint`}>{hint}</Input.Description>}
      {children(aria)}
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  );
}
