import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

let appName = 'Waypost';
let isFirstScreen = true;

/** Sets the deployment's name, which ends every page title, and updates the current title. */
export function setAppName(name: string): void {
  const previousName = appName;
  appName = name.trim() || 'Waypost';
  if (document.title === previousName || document.title.endsWith(` · ${previousName}`))
    document.title = document.title.slice(0, -previousName.length) + appName;
}

/** Sets the page title while the component is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' || title === appName ? appName : `${title} · ${appName}`;
  }, [title]);
}

/**
 * The `h1` of a screen. It gets the focus when the screen opens, for keyboard and screen reader users; except on the first
 * screen after the page was loaded, and where `takesFocus` is false.
 */
export function ScreenTitle({
  children,
  title,
  size = 'h3',
  takesFocus = true,
}: {
  children?: ReactNode;
  title: string;
  size?: string;
  takesFocus?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    if (takesFocus && !isFirstScreen) heading.current?.focus({ preventScroll: true });
    // Deferred: in development React runs every effect twice.
    queueMicrotask(() => {
      isFirstScreen = false;
    });
  }, [takesFocus]);
  return (
    <Title ref={heading} order={1} size={size} tabIndex={-1} dir="auto">
      {children ?? title}
    </Title>
  );
}
