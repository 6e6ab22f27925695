/** A button for what cannot be undone: pressed, it asks, and the safe answer has the focus. */
import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './inline-confirm-button.module.css';

interface Props extends ButtonProps {
  children: ReactNode;
  question: string;
  /** What it does, as the answer. */
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  'aria-label'?: string;
}

/** When it is drawn: the question takes the place of the button that had the focus, and the other way round. */
const focusOnDraw = (button: HTMLButtonElement | null) => button?.focus();

export function InlineConfirmButton({
  children,
  question,
  confirmLabel: confirm,
  cancelLabel: keep,
  onConfirm,
  ...button
}: Props) {
  const [isAsked, setAsked] = useState(false);
  const [isBack, setBack] = useState(false);
  if (!isAsked)
    return (
      <Button {...button} ref={isBack ? focusOnDraw : null} onClick={() => setAsked(true)}>
        {children}
      </Button>
    );
  return (
    <fieldset className={classes['prompt']}>
      <legend className={classes['question']}>{question}</legend>
      <Button
        variant="default"
        size={button.size ?? 'md'}
        ref={focusOnDraw}
        onClick={() => {
          setBack(true);
          setAsked(false);
        }}
      >
        {keep}
      </Button>
      <Button color="red" size={button.size ?? 'md'} onClick={onConfirm}>
        {confirm}
      </Button>
    </fieldset>
  );
}
