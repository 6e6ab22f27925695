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

export type MenuButton = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
type MenuComponent<P> = ComponentType<P & { target: MenuButton }>;

/**
 * For a menu or a window: opens one moment after it is drawn, when its button has the focus that closing gives back.
 * @returns props of the library's `Menu`
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
  /** Fetches the component that draws the menu, with `useOpenOnMount` and the button as its target. The same each time. */
  load: () => Promise<{ default: MenuComponent<P> }>;
  /** A `button` element. */
  target: MenuButton;
  /** What else that component is given. */
  menuProps: P;
}

/** A button whose menu is fetched when it is first wanted: menus weigh more than all else that the first screen needs. */
export function LazyMenu<P extends object>({ load, target, menuProps: given }: LazyMenuProps<P>) {
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

  if (Menu) return <Menu {...given} target={cloneElement(target, { autoFocus: true })} />;
  return cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void open(),
  });
}
