import { Button, Modal, type ModalProps, useProps } from '@mantine/core';
import { useDialogExit } from './dialog-exit.ts';
import classes from './modal-with-exit.module.css';

/** Mantine's modal. In its header is the quick exit of the page, if the page has one. */
export function ModalWithExit(props: ModalProps) {
  const exit = useDialogExit();
  // The defaults of the theme are for `Modal`, not for its parts.
  const { title, overlayProps, closeButtonProps, children, radius, ...root } = useProps('Modal', null, props);
  if (!exit) return <Modal {...props} />;
  const { withCloseButton = true, withOverlay = true, ...others } = root;
  const corners = radius === undefined ? {} : { radius };
  return (
    <Modal.Root {...corners} {...others}>
      {withOverlay && <Modal.Overlay {...overlayProps} />}
      <Modal.Content {...corners}>
        <Modal.Header>
          {title && <Modal.Title className={classes['title'] ?? ''}>{title}</Modal.Title>}
          <Button
            className={classes['exit'] ?? ''}
            variant="outline"
            color="red"
            size="sm"
            title={exit.hint}
            onClick={() => exit.leave()}
          >
            {exit.label}
          </Button>
          {withCloseButton && <Modal.CloseButton {...closeButtonProps} className={classes['close'] ?? ''} />}
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
