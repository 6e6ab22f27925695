import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';
import { useOpensAtOnce } from './lazy-menu.tsx';

/**
 * Gives the focus back to where it was before the window opened when the window is taken out of the page while it is open,
 * as most are: the library does so only for one that stays in the page and closes. Otherwise the keyboard would start
 * again at the top of the page.
 */
function useFocusReturnOnRemoval(isOpen: boolean): void {
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

/** Opens one moment after it is drawn: the library remembers where the focus was only when a window opens later. */
export default function ModalBody({ opened, ...props }: ModalProps) {
  const { opened: isDrawn } = useOpensAtOnce();
  const isOpen = opened && isDrawn;
  useFocusReturnOnRemoval(isOpen);
  return <Modal {...props} opened={isOpen} />;
}
