import { Modal, type ModalProps } from '@mantine/core';
import { useOpensAtOnce } from './lazy-menu.tsx';
import { useFocusReturnOnRemoval } from './use-focus-return.ts';

/** Opens one moment after it is drawn: the library remembers where the focus was only when a window opens later. */
export default function ModalBody({ opened, ...props }: ModalProps) {
  const { opened: isDrawn } = useOpensAtOnce();
  const isOpen = opened && isDrawn;
  useFocusReturnOnRemoval(isOpen);
  return <Modal {...props} opened={isOpen} />;
}
