import { Group, type ModalProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { Modal } from './modal.tsx';

interface ModalWindowProps {
  onClose: () => void;
  title?: string;
  icon?: TablerIcon;
  /** Accessible name when there is no visible title. */
  ariaLabel?: string;
  size?: ModalProps['size'];
  children: ReactNode;
}

/** A dialog that says something or offers a choice; closed by its close button, Escape or a click beside it. */
export function ModalWindow({ onClose, title, icon, ariaLabel, size = 'sm', children }: ModalWindowProps) {
  const heading = (
    <Group gap="xs" wrap="nowrap">
      {icon && <Icon icon={icon} size={22} />}
      {title}
    </Group>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size={size}
      title={title || icon ? heading : undefined}
      aria-label={ariaLabel}
    >
      {children}
    </Modal>
  );
}
