import {
  type ButtonHTMLAttributes,
  type ComponentType,
  cloneElement,
  type ReactElement,
  Suspense,
  useEffect,
  useState,
} from 'react';

export type MenuButton = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;

interface LazyMenuProps {
  /** From `lazy(() => import(…))`; draws its menu with `useOpensAtOnce`, the button as its target. */
  menu: ComponentType<{ target: MenuButton }>;
  /** A `button` element. */
  target: MenuButton;
}

/**
 * For the menu: opens one moment after it is drawn, when its button has the focus that closing gives back.
 * @returns props of the library's `Menu`
 */
export function useOpensAtOnce() {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(true), []);
  return { opened, onChange: setOpened };
}

/** A button whose menu is fetched when it is first wanted: menus weigh more than all else that the first screen needs. */
export function LazyMenu({ menu: Menu, target }: LazyMenuProps) {
  const [wanted, setWanted] = useState(false);
  const closed = cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWanted(true),
  });
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <Menu target={cloneElement(target, { autoFocus: true })} />
    </Suspense>
  );
}
