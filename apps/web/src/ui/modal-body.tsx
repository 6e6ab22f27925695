import { Modal, type ModalProps } from '@mantine/core';
import { useOpensAtOnce } from './lazy-menu.tsx';

/** Opens one moment after it is drawn: the library remembers where the focus was only when a window opens later. */
export default function ModalBody({ opened, ...props }: ModalProps) {
  const { opened: isDrawn } = useOpensAtOnce();
  return <Modal {...props} opened={opened && isDrawn} />;
}
