import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './map-controls.module.css';

interface MapButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  label: string;
  icon: TablerIcon;
  /** For toggle buttons. */
  isPressed?: boolean;
  isBusy?: boolean;
}

/** A group of buttons on the map. */
export const MapButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles['group']}>{children}</div>
);

/** A button on the map with an icon and an accessible name. It may be the target of a menu. */
export function MapButton({ label, icon: Icon, isPressed, isBusy, ...others }: MapButtonProps) {
  return (
    <button
      {...others}
      type="button"
      className={styles['button']}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-busy={isBusy}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </button>
  );
}
