/** A button for an action that cannot be undone: pressed, it asks for confirmation, and the cancel button has the focus. */
import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { focusOnMount } from '../browser/focus-on-mount.ts';
import classes from './inline-confirm-button.module.css';

interface Props extends ButtonProps {
  children: ReactNode;
  question: string;
  /** Text of the button that confirms. */
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  'aria-label'?: string;
}

/** The button and its inline prompt. */

export function InlineConfirmButton({
  children,
  question,
  confirmLabel,
  cancelLabel,
  onConfirm,
  ...button
}: Props) {
  const [isPromptOpen, setPromptOpen] = useState(false);
  const [wasCancelled, setCancelled] = useState(false);
  if (!isPromptOpen)
    return (
      <Button {...button} ref={wasCancelled ? focusOnMount : null} onClick={() => setPromptOpen(true)}>
        {children}
      </Button>
    );
  return (
    <fieldset className={classes['prompt']}>
      <legend className={classes['question']}>{question}</legend>
      <Button
        variant="default"
        size={button.size ?? 'md'}
        ref={focusOnMount}
        onClick={() => {
          setCancelled(true);
          setPromptOpen(false);
        }}
      >
        {cancelLabel}
      </Button>
      <Button color="red" size={button.size ?? 'md'} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </fieldset>
  );
}
