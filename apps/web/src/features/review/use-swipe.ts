/** Swiping a card on a phone: towards the end of the line or towards its start. */
import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';

/** Pixels after which a swipe counts, and after which it is one at all. */
const swipeDistance = 110;
const startDistance = 12;

interface Swipe {
  pointer: number;
  x: number;
  y: number;
  /** Whether the movement is horizontal; undefined until that is clear. */
  isHorizontal?: boolean;
}

/** Which way a card is being swiped, once the distance is enough. */
export type SwipeDirection = 'start' | 'end';

/**
 * @param onSwipe called when the card is let go beyond the distance
 * @returns props of the card, and where it would go
 */
export function useSwipe(isEnabled: boolean, onSwipe: (direction: SwipeDirection) => void) {
  const swipe = useRef<Swipe | null>(null);
  const [offset, setOffset] = useState(0);
  const toDirection = (distance: number, element: Element): SwipeDirection | null => {
    if (Math.abs(distance) < swipeDistance) return null;
    const isRightToLeft = getComputedStyle(element).direction === 'rtl';
    return distance > 0 === isRightToLeft ? 'start' : 'end';
  };
  const [direction, setDirection] = useState<SwipeDirection | null>(null);
  const reset = () => {
    swipe.current = null;
    setOffset(0);
    setDirection(null);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (!isEnabled || event.pointerType === 'mouse' || !event.isPrimary) return;
    swipe.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
  };
  const onPointerMove = (event: PointerEvent) => {
    const started = swipe.current;
    if (started?.pointer !== event.pointerId) return;
    const distance = event.clientX - started.x;
    const vertical = Math.abs(event.clientY - started.y);
    if (started.isHorizontal === undefined && Math.max(Math.abs(distance), vertical) > startDistance)
      started.isHorizontal = Math.abs(distance) > 1.5 * vertical;
    if (started.isHorizontal === false) reset();
    else if (started.isHorizontal) {
      setOffset(distance);
      setDirection(toDirection(distance, event.currentTarget));
    }
  };
  const onPointerUp = (event: PointerEvent) => {
    const started = swipe.current;
    if (started?.pointer !== event.pointerId) return;
    const finished = started.isHorizontal
      ? toDirection(event.clientX - started.x, event.currentTarget)
      : null;
    reset();
    if (finished) onSwipe(finished);
  };
  const style: CSSProperties = offset === 0 ? {} : { transform: `translateX(${offset}px)` };
  return { direction, props: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: reset, style } };
}
