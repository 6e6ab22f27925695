import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './map-controls.module.css';

interface MapButtonProps {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  /** For toggle buttons. */
  isPressed?: boolean;
  isBusy?: boolean;
}

/** A group of buttons on the map. */
export const MapButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles['group']}>{children}</div>
);

/** A button on the map with an icon and an accessible name. */
export function MapButton({ label, icon: Icon, onClick, isPressed, isBusy }: MapButtonProps) {
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-busy={isBusy}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </button>
  );
}
