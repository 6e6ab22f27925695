/**
 * Mantine's modal, loaded when it is first opened or when the network is idle, so that it also works offline. It is larger
 * than most screens that use it.
 */
import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useIdlePreload } from '../network/use-idle-preload.ts';
import { OpeningDialog } from './opening-dialogs.tsx';

const loadModalBody = () => import('./modal-body.tsx');
const Body = lazy(loadModalBody);

/** Takes the props of Mantine's `Modal`. */
export function Modal(props: ModalProps) {
  useIdlePreload(loadModalBody);
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  return <Suspense fallback={<OpeningDialog />}>{wasOpened && <Body {...props} />}</Suspense>;
}
