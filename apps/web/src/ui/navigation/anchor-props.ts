import type { AnchorHTMLAttributes, Ref } from 'react';

/** Props of a Mantine component that is rendered as a link. */
export type AnchorProps<Own> = Own &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: Ref<HTMLAnchorElement> };
