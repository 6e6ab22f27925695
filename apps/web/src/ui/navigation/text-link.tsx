import { Anchor, type AnchorProps as LibraryProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorProps } from './anchor-props.ts';

/** A link within text, with a typed URL. */
export const TextLink = createLink((props: AnchorProps<LibraryProps>) => (
  <Anchor component="a" underline="always" {...props} />
));
