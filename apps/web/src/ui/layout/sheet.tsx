/** The bottom sheet of a phone, with three heights. It is dragged, or moved by its handle's button and the arrow keys. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { peekHeightPx } from './lowered-sheet.ts';
import classes from './sheet.module.css';
import { LowerSheetContext } from './sheet-control.ts';

/** The heights, in ascending order. */
export const sheetHeights = ['peek', 'half', 'full'] as const;
export type SheetHeight = (typeof sheetHeights)[number];

/** Fractions of the available height. */
const heightFractions = { peek: 0, half: 0.5, full: 1 } as const;

interface SheetProps {
  height: SheetHeight;
  onHeightChange: (height: SheetHeight) => void;
  /** Maximum height of `full`, as a fraction of the container. spec 1 §9 has 0.66 for the main sheet. */
  maxFraction?: number;
  children: ReactNode;
}

/** The sheet. Focusing a control in it by keyboard opens it at least halfway. */
export function Sheet({ height, onHeightChange, maxFraction = 1, children }: SheetProps) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLDivElement>(null);
  const drag = useRef<{ startY: number; startHeightPx: number; hasMoved: boolean } | null>(null);
  const [draggedHeightPx, setDraggedHeightPx] = useState<number | null>(null);

  const getMaxHeightPx = () =>
    (sheet.current?.parentElement?.clientHeight ?? window.innerHeight) * maxFraction;
  const toPixels = (it: SheetHeight) => Math.max(peekHeightPx, heightFractions[it] * getMaxHeightPx());

  function startDrag(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      startY: event.clientY,
      startHeightPx: sheet.current?.offsetHeight ?? 0,
      hasMoved: false,
    };
  }
  function moveDrag(event: PointerEvent) {
    if (!drag.current) return;
    const distancePx = drag.current.startY - event.clientY;
    if (Math.abs(distancePx) > 6) drag.current.hasMoved = true;
    if (drag.current.hasMoved)
      setDraggedHeightPx(
        Math.min(getMaxHeightPx(), Math.max(peekHeightPx, drag.current.startHeightPx + distancePx)),
      );
  }
  function endDrag() {
    const ended = drag.current;
    drag.current = null;
    setDraggedHeightPx(null);
    if (!ended) return;
    if (!ended.hasMoved)
      return onHeightChange(height === 'full' ? 'peek' : height === 'half' ? 'full' : 'half');
    const endHeightPx = draggedHeightPx ?? ended.startHeightPx;
    const nearest = sheetHeights.toSorted(
      (a, b) => Math.abs(toPixels(a) - endHeightPx) - Math.abs(toPixels(b) - endHeightPx),
    )[0];
    if (nearest) onHeightChange(nearest);
  }
  function handleKey(event: KeyboardEvent) {
    const step = { ArrowUp: 1, ArrowDown: -1, Enter: 0, ' ': 0 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = sheetHeights.indexOf(height);
    const next = step === 0 ? (index + 1) % sheetHeights.length : Math.min(2, Math.max(0, index + step));
    onHeightChange(sheetHeights[next] ?? 'half');
  }

  const blockSize = draggedHeightPx === null ? undefined : `${draggedHeightPx}px`;
  return (
    <div
      ref={sheet}
      className={classes['sheet']}
      data-height={height}
      data-dragged={draggedHeightPx !== null || undefined}
      style={
        { '--sheet-max-fraction': maxFraction, ...(blockSize ? { blockSize } : {}) } as React.CSSProperties
      }
    >
      <button
        type="button"
        className={classes['handle']}
        aria-expanded={height !== 'peek'}
        aria-label={t(height === 'full' ? 'sheet.less' : 'sheet.more')}
        onPointerDown={startDrag}
        onPointerMove={moveDrag}
        onPointerUp={endDrag}
        onPointerCancel={() => {
          drag.current = null;
          setDraggedHeightPx(null);
        }}
        onKeyDown={handleKey}
      >
        <span className={classes['grip']} />
      </button>
      {/* A control that is focused by keyboard must be visible; one that is tapped is. */}
      <div
        className={classes['body']}
        onFocus={({ target }) =>
          height === 'peek' &&
          target.tabIndex >= 0 &&
          target.matches(':focus-visible') &&
          onHeightChange('half')
        }
      >
        <LowerSheetContext value={() => onHeightChange('peek')}>{children}</LowerSheetContext>
      </div>
    </div>
  );
}
