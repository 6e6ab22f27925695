import { type ReactNode, use, useEffect, useEffectEvent } from 'react';
import { focusOverTitle, isFocusOnTitle } from '../../../ui/browser/focus-over-title.ts';
import { MapSurfaceContext } from '../map-context.ts';
import type { LatLon } from '../map-types.ts';
import styles from './map-popup.module.css';
import { computePopupPosition } from './popup-position.ts';
import { useMapPosition } from './use-map-position.ts';

/** Props of `MapPopup`. */
export interface MapPopupProps {
  at: LatLon;
  /** Name of the popup for screen readers, for instance the post's title. */
  label: string;
  /** Called for Escape; the focus returns to where it was before the popup opened, or to the pin. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A popup at a place, inside a MapCanvas. It takes the focus when it opens and returns it when it closes. Use the post's id
 * as `key`, so that another post opens another popup. The map does not move.
 */
export function MapPopup({ at, label, onClose, children }: MapPopupProps) {
  const element = useMapPosition<HTMLDialogElement>(at, computePopupPosition);

  const surface = use(MapSurfaceContext);
  const focusPin = useEffectEvent(() => surface?.focusPin({ at }));
  useEffect(() => {
    const popup = element.current;
    // A title: the popup is shown again, after the report that was opened from it.
    const opener = isFocusOnTitle() ? null : document.activeElement;
    if (!popup) return undefined;
    popup.focus({ preventScroll: true });
    const stop = focusOverTitle(() => popup);
    return () => {
      stop();
      const { activeElement } = document;
      const wasInside = popup.contains(activeElement) || activeElement === document.body;
      if (!wasInside) return;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      else focusPin();
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
