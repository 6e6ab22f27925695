import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

let appName = 'Waypost';
let isFirstScreen = true;

/** The deployment's name, which ends every page title, the present one's too. */
export function setAppName(name: string): void {
  const before = appName;
  appName = name.trim() || 'Waypost';
  if (document.title === before || document.title.endsWith(` · ${before}`))
    document.title = document.title.slice(0, -before.length) + appName;
}

/** Sets the page's title while the caller is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' || title === appName ? appName : `${title} · ${appName}`;
  }, [title]);
}

/**
 * The one heading of a screen. Arriving on the screen moves the focus to it, so that keyboard and screen reader go where
 * the eye goes; the very first screen leaves the focus alone.
 */
export function ScreenTitle({
  children,
  title,
  size = 'h3',
}: {
  children?: ReactNode;
  title: string;
  size?: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true });
    // Later, since in development every effect runs twice at once.
    queueMicrotask(() => {
      isFirstScreen = false;
    });
  }, []);
  return (
    <Title ref={heading} order={1} size={size} tabIndex={-1} dir="auto">
      {children ?? title}
    </Title>
  );
}
