/**
 * The library's window, fetched when it is first wanted, or at leisure, so that it is there when the line is gone: it weighs
 * more than most screens that may open one.
 */
import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { leisure } from './lazy-menu.tsx';

const load = () => import('./modal-body.tsx');
const Body = lazy(load);

export function Modal(props: ModalProps) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), leisure);
    return () => clearTimeout(timer);
  }, []);
  const [isWanted, setWanted] = useState(props.opened);
  if (props.opened && !isWanted) setWanted(true);
  return <Suspense>{isWanted && <Body {...props} />}</Suspense>;
}
