/** A button for what cannot be undone: pressed, it asks, and the safe answer has the focus. */
import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './ask-first.module.css';

interface Props extends ButtonProps {
  children: ReactNode;
  question: string;
  /** What it does, as the answer. */
  confirm: string;
  keep: string;
  onConfirm: () => void;
  'aria-label'?: string;
}

/** When it is drawn: the question takes the place of the button that had the focus, and the other way round. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

export function AskFirst({ children, question, confirm, keep, onConfirm, ...button }: Props) {
  const [isAsked, setAsked] = useState(false);
  const [isBack, setBack] = useState(false);
  if (!isAsked)
    return (
      <Button {...button} ref={isBack ? focus : null} onClick={() => setAsked(true)}>
        {children}
      </Button>
    );
  return (
    <fieldset className={classes['asked']}>
      <legend className={classes['question']}>{question}</legend>
      <Button
        variant="default"
        size={button.size ?? 'md'}
        ref={focus}
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
