import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorProps } from './anchor-props.ts';

/** A button that leads somewhere: a real link with a typed address. */
export const ButtonLink = createLink((props: AnchorProps<ButtonProps>) => (
  <Button component="a" {...props} />
));
