import { useEffect } from 'react';

/**
 * Gives the focus back to where it was before a window opened, when the window is taken out of the page while it is open, as
 * most are: the library does so only for one that stays in the page and closes. Otherwise the keyboard would start again at
 * the top of the page.
 * @param isOpen whether the window is open; it takes the focus a moment after that
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
