import { Modal, type ModalProps } from '@mantine/core';
import { useOpenOnMount } from './lazy-menu.tsx';
import { useReturnFocusOnUnmount } from './use-return-focus.ts';

/** Opens shortly after it is mounted: Mantine remembers the focused element only when a modal opens later. */
export default function ModalBody({ opened, ...props }: ModalProps) {
  const { opened: isDrawn } = useOpenOnMount();
  const isOpen = opened && isDrawn;
  useReturnFocusOnUnmount(isOpen);
  return <Modal {...props} opened={isOpen} />;
}
