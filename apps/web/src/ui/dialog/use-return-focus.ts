import { useEffect } from 'react';

/**
 * Gives the focus back to the element that had it before a dialog opened, when the dialog is unmounted while it is open, as
 * most are: Mantine does so only for a dialog that stays mounted and closes. Otherwise keyboard users would start again at
 * the top of the page.
 * @param isOpen whether the dialog is open; it takes the focus shortly after that
 */
export function useReturnFocusOnUnmount(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}
