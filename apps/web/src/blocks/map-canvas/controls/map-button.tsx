import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './map-controls.module.css';

interface MapButtonProps {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  /** For what is switched on and off. */
  isPressed?: boolean;
  isBusy?: boolean;
}

/** Buttons on the map that belong together, one under the other. */
export const MapButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles['group']}>{children}</div>
);

/** A button on the map, named for those who cannot see its picture. */
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
