import type { ModalProps } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useOpenOnMount } from './lazy-menu.tsx';
import { ModalWithExit } from './modal-with-exit.tsx';
import { OpeningDialog, WhenRendered } from './opening-dialogs.tsx';
import { useReturnFocusOnUnmount } from './use-return-focus.ts';

/** Opens shortly after it is mounted: Mantine remembers the focused element only when a modal opens later. */
export default function ModalBody({ opened, children, ...props }: ModalProps) {
  const { opened: isDrawn } = useOpenOnMount();
  const [isShown, setShown] = useState(false);
  const onShown = useCallback(() => setShown(true), []);
  const isOpen = opened && isDrawn;
  useReturnFocusOnUnmount(isOpen);
  return (
    <>
      {opened && !isShown && <OpeningDialog />}
      <ModalWithExit {...props} opened={isOpen}>
        <WhenRendered onRendered={onShown}>{children}</WhenRendered>
      </ModalWithExit>
    </>
  );
}
