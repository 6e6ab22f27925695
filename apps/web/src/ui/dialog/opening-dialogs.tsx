/** Dialogs that were opened and are not on the screen yet, since their code is being loaded. */
import { type ReactNode, useEffect, useLayoutEffect } from 'react';

const openingDialogs = new Set<symbol>();

/** Whether there are such: keys that are pressed meanwhile are meant for the dialog. */
export const isDialogOpening = (): boolean => openingDialogs.size > 0;

/** Counts a dialog. @returns to call once it is on the screen, or has failed */
export function startOpening(): () => void {
  const opening = Symbol('opening');
  openingDialogs.add(opening);
  return () => void openingDialogs.delete(opening);
}

/** Counts a dialog while this is rendered. */
export function OpeningDialog() {
  useLayoutEffect(startOpening, []);
  return null;
}

/** Calls a function once its children are rendered. */
export function WhenRendered({ onRendered, children }: { onRendered: () => void; children: ReactNode }) {
  useEffect(onRendered, [onRendered]);
  return children;
}
