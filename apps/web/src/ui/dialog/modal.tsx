/**
 * The library's window, fetched when it is first wanted, or at leisure, so that it is there when the line is gone: it weighs
 * more than most screens that may open one.
 */
import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useIdlePreload } from '../network/use-idle-preload.ts';

const loadModalBody = () => import('./modal-body.tsx');
const Body = lazy(loadModalBody);

export function Modal(props: ModalProps) {
  useIdlePreload(loadModalBody);
  const [isWanted, setWanted] = useState(props.opened);
  if (props.opened && !isWanted) setWanted(true);
  return <Suspense>{isWanted && <Body {...props} />}</Suspense>;
}
