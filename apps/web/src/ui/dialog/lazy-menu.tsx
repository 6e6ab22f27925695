import {
  type ButtonHTMLAttributes,
  type ComponentType,
  cloneElement,
  type ReactElement,
  useEffect,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../feedback/toast.tsx';
import { useIdlePreload } from '../network/use-idle-preload.ts';

/** The button of a menu: a `button` element. */
export type MenuButton = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
type MenuComponent<P> = ComponentType<P & { target: MenuButton }>;

/**
 * Opens a menu or dialog shortly after it is mounted: by then its button has the focus, which closing gives back.
 * @returns props of Mantine's `Menu`
 */
export function useOpenOnMount() {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpened(true));
    return () => clearTimeout(timer);
  }, []);
  return { opened, onChange: setOpened };
}

interface LazyMenuProps<P> {
  /** Imports the menu component, which uses `useOpenOnMount` and renders the button as its target. Must be a stable reference. */
  load: () => Promise<{ default: MenuComponent<P> }>;
  /** A `button` element. */
  target: MenuButton;
  /** Further props of that component. */
  menuProps: P;
}

/** A button whose menu is loaded when it is first opened: menus are larger than everything else that the first screen needs. */
export function LazyMenu<P extends object>({ load, target, menuProps }: LazyMenuProps<P>) {
  const { t } = useTranslation();
  const [Menu, setMenu] = useState<MenuComponent<P> | null>(null);
  useIdlePreload(load);

  async function open() {
    try {
      const { default: loaded } = await load();
      setMenu(() => loaded);
    } catch {
      notify('error', t('problem.network'));
    }
  }

  if (Menu) return <Menu {...menuProps} target={cloneElement(target, { autoFocus: true })} />;
  return cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void open(),
  });
}
