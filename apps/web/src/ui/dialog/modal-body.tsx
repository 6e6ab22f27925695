import { Modal, type ModalProps } from '@mantine/core';
import { useOpenOnMount } from './lazy-menu.tsx';
import { useReturnFocusOnUnmount } from './use-return-focus.ts';

/** Opens one moment after it is drawn: the library remembers where the focus was only when a window opens later. */
export default function ModalBody({ opened, ...props }: ModalProps) {
  const { opened: isDrawn } = useOpenOnMount();
  const isOpen = opened && isDrawn;
  useReturnFocusOnUnmount(isOpen);
  return <Modal {...props} opened={isOpen} />;
}
