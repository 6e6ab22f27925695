/** Margin to the edges of the map, height of a pin, and gap below the place, in pixels. */
const EDGE_MARGIN_PX = 8;
const PIN_HEIGHT_PX = 42;
const GAP_BELOW_PX = 10;

interface Size {
  width: number;
  height: number;
}

/**
 * Upper left corner of a popup for a point of the map: above the pin if there is space, otherwise below; always inside the
 * map while the point itself is.
 */
export function computePopupPosition(
  point: { x: number; y: number },
  popup: Size,
  map: Size,
): { x: number; y: number } {
  const above = point.y - PIN_HEIGHT_PX - popup.height;
  const y = above >= EDGE_MARGIN_PX ? above : point.y + GAP_BELOW_PX;
  const isInView = point.x >= 0 && point.x <= map.width && point.y >= 0 && point.y <= map.height;
  const x = point.x - popup.width / 2;
  if (!isInView) return { x, y };
  return {
    x: clamp(x, map.width - popup.width - EDGE_MARGIN_PX),
    y: clamp(y, map.height - popup.height - EDGE_MARGIN_PX),
  };
}

const clamp = (value: number, max: number): number => Math.max(EDGE_MARGIN_PX, Math.min(value, max));
