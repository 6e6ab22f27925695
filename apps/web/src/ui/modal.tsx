/**
 * The library's window, fetched when it is first wanted, or at leisure, so that it is there when the line is gone: it weighs
 * more than most screens that may open one.
 */
import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useFetchedAtLeisure } from './fetched-at-leisure.ts';

const load = () => import('./modal-body.tsx');
const Body = lazy(load);

export function Modal(props: ModalProps) {
  useFetchedAtLeisure(load);
  const [isWanted, setWanted] = useState(props.opened);
  if (props.opened && !isWanted) setWanted(true);
  return <Suspense>{isWanted && <Body {...props} />}</Suspense>;
}
