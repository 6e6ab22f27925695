/**
 * Reorders the rows of a list by dragging a handle. Rows are moved by setting their style while the pointer is down, so that
 * none is rendered again. With the keyboard the arrow keys on the handle move a row one place at a time.
 */
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Duration of the animation in which rows make room (spec 3 §9). */
const animationMs = 150;
/** Dragging within this distance of the edge scrolls the scroll container. */
const autoScrollEdgePx = 56;

interface Options {
  /** Moves the row at index `from` by a number of places; negative is up. */
  onMove: (from: number, by: number) => void;
  /** Rows before this index are fixed. */
  firstMovable?: number;
}

/** What `useDragOrder` returns. */
export interface DragOrder {
  /** Ref of the list, whose children are the rows. */
  listRef: RefObject<HTMLUListElement | null>;
  /** Props of the handles; stable over all renders. */
  handleProps: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

const listRows = (list: HTMLElement): HTMLElement[] =>
  [...list.children].filter((it): it is HTMLElement => it instanceof HTMLElement);

function findScrollParent(element: HTMLElement): HTMLElement {
  for (let it = element.parentElement; it; it = it.parentElement)
    if (/auto|scroll/.test(getComputedStyle(it).overflowY)) return it;
  return document.documentElement;
}

/** The index at which the dragged row would be dropped. */
function findDropIndex(middles: readonly number[], from: number, middle: number, first: number): number {
  const rowsAbove = middles.filter((it, index) => index !== from && it < middle).length;
  return Math.max(first, rowsAbove);
}

function startDrag(
  event: PointerEvent<HTMLElement>,
  list: HTMLElement,
  { onMove, firstMovable = 0 }: Options,
): void {
  const handle = event.currentTarget;
  const rows = listRows(list);
  const from = rows.findIndex((row) => row.contains(handle));
  const row = rows[from];
  if (!row || from < firstMovable || event.button !== 0) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const scroller = findScrollParent(list);
  const start = { y: event.clientY, scroll: scroller.scrollTop };
  const boxes = rows.map((it) => it.getBoundingClientRect());
  const middles = boxes.map((box) => box.top + box.height / 2);
  const height = (boxes[from]?.height ?? 0) + (boxes[1] && boxes[0] ? boxes[1].top - boxes[0].bottom : 0);
  let to = from;
  row.dataset['dragging'] = '';

  const move = ({ clientY }: globalThis.PointerEvent) => {
    const { top, bottom } = scroller.getBoundingClientRect();
    if (clientY < top + autoScrollEdgePx) scroller.scrollTop -= 12;
    if (clientY > bottom - autoScrollEdgePx) scroller.scrollTop += 12;
    const by = clientY - start.y + scroller.scrollTop - start.scroll;
    row.style.transform = `translateY(${by}px)`;
    to = findDropIndex(middles, from, (middles[from] ?? 0) + by, firstMovable);
    for (const [index, other] of rows.entries()) {
      if (index === from) continue;
      const isPassed = index > from ? index <= to : index >= to;
      other.style.transition = `transform ${animationMs}ms ease-out`;
      other.style.transform = isPassed ? `translateY(${index > from ? -height : height}px)` : '';
    }
  };
  const end = (isDropped: boolean) => {
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('pointerup', drop);
    handle.removeEventListener('pointercancel', cancel);
    document.removeEventListener('keydown', escape, true);
    delete row.dataset['dragging'];
    for (const it of rows) {
      it.style.transition = '';
      it.style.transform = '';
    }
    if (isDropped && to !== from) onMove(from, to - from);
  };
  const drop = () => end(true);
  const cancel = () => end(false);
  const escape = (pressed: globalThis.KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    end(false);
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', drop);
  handle.addEventListener('pointercancel', cancel);
  document.addEventListener('keydown', escape, true);
}

/** For a list with drag handles: `<ul ref={listRef}>`, and `handleProps` on a button in each `<li>`. */
export function useDragOrder(options: Options): DragOrder {
  const listRef = useRef<HTMLUListElement>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [handleProps] = useState<DragOrder['handleProps']>(() => ({
    onPointerDown: (event) => listRef.current && startDrag(event, listRef.current, latest.current),
    onKeyDown: (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined || !listRef.current) return;
      event.preventDefault();
      const from = listRows(listRef.current).findIndex((row) => row.contains(event.currentTarget));
      latest.current.onMove(from, by);
    },
  }));
  return { listRef, handleProps };
}
