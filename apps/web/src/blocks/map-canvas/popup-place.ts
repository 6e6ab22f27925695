/** Clearance to the edges of the map, and to the pin above and below. */
const EDGE = 8;
const PIN_HEIGHT = 42;
const BELOW = 10;

interface Size {
  width: number;
  height: number;
}

/**
 * Upper left corner of a popup for a point of the map: above the pin if it fits there, otherwise below,
 * and always inside the map as far as the point itself is.
 */
export function popupCorner(
  point: { x: number; y: number },
  popup: Size,
  map: Size,
): { x: number; y: number } {
  const above = point.y - PIN_HEIGHT - popup.height;
  const y = above >= EDGE ? above : point.y + BELOW;
  const isInView = point.x >= 0 && point.x <= map.width && point.y >= 0 && point.y <= map.height;
  const x = point.x - popup.width / 2;
  if (!isInView) return { x, y };
  return {
    x: clamp(x, map.width - popup.width - EDGE),
    y: clamp(y, map.height - popup.height - EDGE),
  };
}

const clamp = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most));
