import type { ReactNode } from 'react';
import { useIsPhone } from '../browser/use-is-phone.ts';
import { ModalWithExit } from './modal-with-exit.tsx';
import { useReturnFocusOnUnmount } from './use-return-focus.ts';

interface FormDialogProps {
  title: string;
  /** Without it the dialog cannot be closed: neither by the close button nor by Escape. */
  onClose?: (() => void) | undefined;
  size?: 'sm' | 'md' | 'lg';
  children: ReactNode;
}

/**
 * The dialog of a form: 40 px from the top (spec 1 §9), so that it does not jump as it grows; full screen on a phone.
 * A click beside it does not close it, since what was typed would be lost.
 */
export function FormDialog({ title, onClose, size = 'sm', children }: FormDialogProps) {
  const phone = useIsPhone();
  useReturnFocusOnUnmount(true);
  return (
    <ModalWithExit
      opened
      onClose={() => onClose?.()}
      title={title}
      size={size}
      centered={false}
      yOffset={40}
      fullScreen={phone}
      withCloseButton={onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={false}
    >
      {children}
    </ModalWithExit>
  );
}
