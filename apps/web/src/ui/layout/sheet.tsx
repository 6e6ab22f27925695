/** A phone's sheet over the map, with three heights. Dragged, or moved by its handle's button and the arrow keys. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sheet.module.css';

export const sheetHeights = ['peek', 'half', 'full'] as const;
export type SheetHeight = (typeof sheetHeights)[number];

/** Parts of the room there is. */
const heightFractions = { peek: 0, half: 0.5, full: 1 } as const;
/** What shows at the least: the handle and two lines of the head, in pixels. */
const peekHeightPx = 124;

interface SheetProps {
  height: SheetHeight;
  onHeightChange: (height: SheetHeight) => void;
  /** The most that `full` covers, as a part of the room. Spec 1 §9 has 0.66 for the main sheet. */
  maxFraction?: number;
  children: ReactNode;
}

export function Sheet({ height, onHeightChange: onHeight, maxFraction: most = 1, children }: SheetProps) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLDivElement>(null);
  const drag = useRef<{ from: number; start: number; moved: boolean } | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);

  const room = () => (sheet.current?.parentElement?.clientHeight ?? window.innerHeight) * most;
  const pixelsOf = (it: SheetHeight) => Math.max(peekHeightPx, heightFractions[it] * room());

  function start(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientY, start: sheet.current?.offsetHeight ?? 0, moved: false };
  }
  function move(event: PointerEvent) {
    if (!drag.current) return;
    const way = drag.current.from - event.clientY;
    if (Math.abs(way) > 6) drag.current.moved = true;
    if (drag.current.moved) setDragged(Math.min(room(), Math.max(peekHeightPx, drag.current.start + way)));
  }
  function settle() {
    const was = drag.current;
    drag.current = null;
    setDragged(null);
    if (!was) return;
    if (!was.moved) return onHeight(height === 'full' ? 'peek' : height === 'half' ? 'full' : 'half');
    const now = dragged ?? was.start;
    const nearest = sheetHeights.toSorted(
      (a, b) => Math.abs(pixelsOf(a) - now) - Math.abs(pixelsOf(b) - now),
    )[0];
    if (nearest) onHeight(nearest);
  }
  function byKey(event: KeyboardEvent) {
    const step = { ArrowUp: 1, ArrowDown: -1, Enter: 0, ' ': 0 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = sheetHeights.indexOf(height);
    const next = step === 0 ? (at + 1) % sheetHeights.length : Math.min(2, Math.max(0, at + step));
    onHeight(sheetHeights[next] ?? 'half');
  }

  const size = dragged === null ? undefined : `${dragged}px`;
  return (
    <div
      ref={sheet}
      className={classes['sheet']}
      data-height={height}
      data-dragged={dragged !== null || undefined}
      style={{ '--sheet-most': most, ...(size ? { blockSize: size } : {}) } as React.CSSProperties}
    >
      <button
        type="button"
        className={classes['handle']}
        aria-expanded={height !== 'peek'}
        aria-label={t(height === 'full' ? 'sheet.less' : 'sheet.more')}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={settle}
        onPointerCancel={() => {
          drag.current = null;
          setDragged(null);
        }}
        onKeyDown={byKey}
      >
        <span className={classes['grip']} />
      </button>
      {/* What is reached by the keyboard must be seen; what is tapped is. */}
      <div
        className={classes['body']}
        onFocus={({ target }) =>
          height === 'peek' && target.tabIndex >= 0 && target.matches(':focus-visible') && onHeight('half')
        }
      >
        {children}
      </div>
    </div>
  );
}
