import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders its children after the rest of the screen, in pieces between which the browser draws and answers keys. For what is costly to
 * render and not needed at once.
 */
export const Deferred = ({ children }: { children: ReactNode }): ReactNode =>
  useDeferredValue(children, null);
