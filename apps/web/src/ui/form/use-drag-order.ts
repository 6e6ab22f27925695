/**
 * Putting the rows of a list into another order by pulling a handle. The rows are moved by hand while the pointer is down, so
 * that none is drawn anew; with the keyboard the arrow keys on the handle do the same, a place at a time.
 */
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Milliseconds that rows take to make room (spec 3 §9). */
const animationMs = 150;
/** Pixels from the edge of what scrolls where pulling scrolls it. */
const autoScrollEdgePx = 56;

interface Options {
  /** From which place, so many places further down; below zero is up. */
  onMove: (from: number, by: number) => void;
  /** Rows before this one stay where they are. */
  firstMovable?: number;
}

export interface DragOrder {
  /** The list, whose children are the rows. */
  listRef: RefObject<HTMLUListElement | null>;
  /** The same for the life of the list. */
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

/** Where the row that is pulled would come to lie. */
function findDropIndex(middles: readonly number[], from: number, middle: number, first: number): number {
  const before = middles.filter((it, at) => at !== from && it < middle).length;
  return Math.max(first, before);
}

function startDrag(
  event: PointerEvent<HTMLElement>,
  list: HTMLElement,
  { onMove, firstMovable: first = 0 }: Options,
): void {
  const handle = event.currentTarget;
  const rows = listRows(list);
  const from = rows.findIndex((row) => row.contains(handle));
  const row = rows[from];
  if (!row || from < first || event.button !== 0) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const scroller = findScrollParent(list);
  const start = { y: event.clientY, scroll: scroller.scrollTop };
  const boxes = rows.map((it) => it.getBoundingClientRect());
  const middles = boxes.map((box) => box.top + box.height / 2);
  const height = (boxes[from]?.height ?? 0) + (boxes[1] && boxes[0] ? boxes[1].top - boxes[0].bottom : 0);
  let to = from;
  row.dataset['pulled'] = '';

  const move = ({ clientY }: globalThis.PointerEvent) => {
    const { top, bottom } = scroller.getBoundingClientRect();
    if (clientY < top + autoScrollEdgePx) scroller.scrollTop -= 12;
    if (clientY > bottom - autoScrollEdgePx) scroller.scrollTop += 12;
    const by = clientY - start.y + scroller.scrollTop - start.scroll;
    row.style.transform = `translateY(${by}px)`;
    to = findDropIndex(middles, from, (middles[from] ?? 0) + by, first);
    for (const [at, other] of rows.entries()) {
      if (at === from) continue;
      const isPassed = at > from ? at <= to : at >= to;
      other.style.transition = `transform ${animationMs}ms ease-out`;
      other.style.transform = isPassed ? `translateY(${at > from ? -height : height}px)` : '';
    }
  };
  const end = (isDropped: boolean) => {
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('pointerup', drop);
    handle.removeEventListener('pointercancel', cancel);
    document.removeEventListener('keydown', escape, true);
    delete row.dataset['pulled'];
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

/** For a list whose rows carry a handle: `<ul ref={list}>`, and `handle` on a button in each `<li>`. */
export function useDragOrder(options: Options): DragOrder {
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [handle] = useState<DragOrder['handleProps']>(() => ({
    onPointerDown: (event) => list.current && startDrag(event, list.current, latest.current),
    onKeyDown: (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined || !list.current) return;
      event.preventDefault();
      const from = listRows(list.current).findIndex((row) => row.contains(event.currentTarget));
      latest.current.onMove(from, by);
    },
  }));
  return { listRef: list, handleProps: handle };
}
