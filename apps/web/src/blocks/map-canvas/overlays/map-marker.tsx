import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useMap } from '../map-context.ts';
import type { LatLon } from '../map-types.ts';
import styles from './map-marker.module.css';
import { useMapPosition } from './use-map-position.ts';

/** Props of `MapMarker`. */
export interface MapMarkerProps {
  at: LatLon;
  /** Name of the marker; also explains the arrow keys. */
  label: string;
  /** Called continuously while the user moves the marker. */
  onMove: (at: LatLon) => void;
  /** A pin whose tip is at the place, or a dot centred on it, also a larger one. */
  shape?: 'pin' | 'dot' | 'large-dot';
  /** Called for a click, a tap or Enter. */
  onPress?: () => void;
}

/** A pointer that moves less than this many pixels does not move the marker. */
const MIN_DRAG_PX = 4;
/** Pixels per press of an arrow key; a tenth of that with Shift. */
const KEY_STEP_PX = 10;
const ARROW_DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** One marker that can be dragged, or moved by the arrow keys, inside a MapCanvas. */
export function MapMarker({ at, label, onMove, shape = 'pin', onPress }: MapMarkerProps) {
  const map = useMap();
  const place = useMapPosition<HTMLDivElement>(at);
  /** Offset of the pointer from the place, so that the marker does not jump when it is grabbed. */
  const grip = useRef<{ x: number; y: number } | null>(null);
  /** Where the pointer went down; null once it drags. */
  const start = useRef<{ x: number; y: number } | null>(null);

  const moveBy = (from: { x: number; y: number }) => {
    if (map) onMove(map.unproject(from));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROW_DIRECTIONS[event.key];
    if (!arrow || !map) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? KEY_STEP_PX / 10 : KEY_STEP_PX;
    const { x, y } = map.project(at);
    moveBy({ x: x + arrow[0] * step, y: y + arrow[1] * step });
  };

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (!map || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = map.project(at);
    grip.current = { x: event.clientX - x, y: event.clientY - y };
    start.current = { x: event.clientX, y: event.clientY };
  };

  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (!grip.current) return;
    const { x, y } = start.current ?? {};
    if (x !== undefined && y !== undefined && Math.hypot(clientX - x, clientY - y) < MIN_DRAG_PX) return;
    start.current = null;
    moveBy({ x: clientX - grip.current.x, y: clientY - grip.current.y });
  };

  const release = () => {
    grip.current = null;
  };

  return (
    <div ref={place} className={styles['place']}>
      <button
        type="button"
        className={styles['marker']}
        data-look={shape}
        aria-pressed={onPress && shape === 'large-dot'}
        aria-label={label}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
        onClick={({ detail }) => {
          // The click after a drag; those of keys have no detail.
          if (detail === 0 || start.current) onPress?.();
        }}
      >
        {shape !== 'pin' ? (
          <span className={styles['dot']} />
        ) : (
          <svg width="32" height="42" viewBox="-16 -40 32 42" aria-hidden>
            <path className={styles['drop']} d="M0 0C-4-9-13-15-13-25a13 13 0 0 1 26 0C13-15 4-9 0 0Z" />
            <circle className={styles['hole']} cx="0" cy="-25" r="4.5" />
          </svg>
        )}
      </button>
    </div>
  );
}
