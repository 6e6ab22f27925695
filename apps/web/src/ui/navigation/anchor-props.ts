import type { AnchorHTMLAttributes, Ref } from 'react';

/** A library component's props when it is drawn as a link. */
export type AnchorProps<Own> = Own &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: Ref<HTMLAnchorElement> };
