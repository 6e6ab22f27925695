import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorProps } from './anchor-props.ts';

/** A link that looks like a button, with a typed URL. */
export const ButtonLink = createLink((props: AnchorProps<ButtonProps>) => (
  <Button component="a" {...props} />
));
