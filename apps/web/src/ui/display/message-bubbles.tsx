/** A conversation: each message is a bubble, with the sender and time above its text. */
import type { ReactNode } from 'react';
import classes from './message-bubbles.module.css';

/** The list of messages, the oldest first. */
export function MessageBubbles({ children }: { children: ReactNode }) {
  return <ol className={classes['list']}>{children}</ol>;
}

interface BubbleProps {
  /** Own messages stand at the end of the line. */
  isOwn: boolean;
  /** Sender and time. */
  heading: ReactNode;
  text: string;
  /** What follows the text, such as pictures and the delivery status. */
  children?: ReactNode;
}

/** One message. */
export function MessageBubble({ isOwn, heading, text, children }: BubbleProps) {
  return (
    <li className={classes['bubble']} data-own={isOwn || undefined}>
      <MessageMeta>{heading}</MessageMeta>
      <p className={classes['text']} dir="auto">
        {text}
      </p>
      {children}
    </li>
  );
}

/** A small line of a message: its sender and time, or its delivery status. */
export function MessageMeta({ hasFailed = false, children }: { hasFailed?: boolean; children: ReactNode }) {
  return (
    <p className={classes['meta']} data-failed={hasFailed || undefined}>
      {children}
    </p>
  );
}
