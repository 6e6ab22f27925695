import { Anchor, type AnchorProps as LibraryProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorProps } from './anchor-props.ts';

/** A link among words, with a typed address. */
export const TextLink = createLink((props: AnchorProps<LibraryProps>) => (
  <Anchor component="a" underline="always" {...props} />
));
