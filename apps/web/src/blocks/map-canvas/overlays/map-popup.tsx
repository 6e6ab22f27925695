import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { LatLon } from '../map-types.ts';
import styles from './map-popup.module.css';
import { computePopupPosition } from './popup-position.ts';
import { useMapPosition } from './use-map-position.ts';

/** Props of `MapPopup`. */
export interface MapPopupProps {
  at: LatLon;
  /** Name of the popup for screen readers, for instance the post's title. */
  label: string;
  /** Called for Escape; the focus returns to where it was before the popup opened. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A popup at a place, inside a MapCanvas. It takes the focus when it opens and returns it when it closes. Use the post's id
 * as `key`, so that another post opens another popup. The map does not move.
 */
export function MapPopup({ at, label, onClose, children }: MapPopupProps) {
  const element = useMapPosition<HTMLDialogElement>(at, computePopupPosition);

  useEffect(() => {
    const popup = element.current;
    const opener = document.activeElement;
    if (!popup) return undefined;
    popup.focus({ preventScroll: true });
    return () => {
      const { activeElement } = document;
      const wasInside = popup.contains(activeElement) || activeElement === document.body;
      if (wasInside && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [element]);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    const popup = element.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    popup?.addEventListener('keydown', onKeyDown);
    return () => popup?.removeEventListener('keydown', onKeyDown);
  }, [element]);

  return (
    <dialog ref={element} open aria-label={label} tabIndex={-1} className={styles['popup']}>
      {children}
    </dialog>
  );
}
