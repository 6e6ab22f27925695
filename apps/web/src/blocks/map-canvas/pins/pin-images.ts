import type { ExpressionSpecification } from 'maplibre-gl';
import type { MapTheme } from '../map-types.ts';
import { drawImage } from '../style/draw-image.ts';
import { PIN_PALETTE } from '../style/map-palette.ts';
import { toPinColor } from './pin-color.ts';

type PinShape = 'plain' | 'selected';
/** Whether the pin points at a place, or is only somewhere near it. */
type PinAim = 'place' | 'area';

/** Whether the place of a post is approximate. */
export const IS_APPROXIMATE: ExpressionSpecification = ['has', 'area'];

const PREFIX = 'pin';
/** Radius of the head, width of the outline and radius of the dot, in CSS pixels. */
const SHAPES: Readonly<Record<PinShape, { radius: number; outline: number; dot: number }>> = {
  plain: { radius: 9, outline: 2, dot: 3 },
  selected: { radius: 13, outline: 2.5, dot: 4.5 },
};

/** Expression for the name of the image of a pin: `pin|theme|shape|aim|#rrggbb`. */
export function buildPinImageName(
  theme: MapTheme,
  shape: PinShape,
  color: ExpressionSpecification,
): ExpressionSpecification {
  return ['concat', `${PREFIX}|${theme}|${shape}|`, ['case', IS_APPROXIMATE, 'area', 'place'], '|', color];
}

/** Draws the image of a pin by its name; null for other names. */
export function drawPin(name: string, scale: number): ImageData | null {
  const [prefix, theme, shape, aim, color] = name.split('|');
  if (prefix !== PREFIX) return null;
  const kind = shape === 'selected' ? 'selected' : 'plain';
  const options = { theme: theme === 'dark' ? 'dark' : 'light', shape: kind, scale } as const;
  return drawShape({ ...options, aim: aim === 'area' ? 'area' : 'place', color: toPinColor(color) });
}

interface PinOptions {
  theme: MapTheme;
  shape: PinShape;
  aim: PinAim;
  color: string;
  /** Pixels of the screen per CSS pixel. */
  scale: number;
}

/** Size of a pin's image in pixels; the tip and the place are on the vertical line in its middle, counted from the top. */
function measurePin(shape: PinShape, aim: PinAim) {
  const { radius, outline } = SHAPES[shape];
  const margin = outline + 2;
  const tip = margin + radius * (aim === 'area' ? 2 : 2.5);
  const height = Math.ceil(tip + (aim === 'area' ? margin : 2));
  return {
    width: Math.ceil(2 * (radius + margin)),
    height,
    headY: margin + radius,
    tip,
    place: aim === 'area' ? height / 2 : height,
  };
}

function drawShape(options: PinOptions): ImageData | null {
  const { width, height, place } = measurePin(options.shape, options.aim);
  return drawImage([width, height], options.scale, (pen) => {
    pen.translate(width / 2, place);
    paintPin(pen, options);
  });
}

/**
 * Draws a pin whose place is at the origin: a drop whose tip is at the place, with an outline, a dot and a faint shadow. The pin of an
 * approximate place is a disc, which points nowhere, and has no dot.
 */
export function paintPin(
  pen: CanvasRenderingContext2D,
  { theme, shape, aim, color, scale }: PinOptions,
): void {
  const { radius, outline, dot } = SHAPES[shape];
  const { headY, tip, place } = measurePin(shape, aim);
  const y = headY - place;
  pen.beginPath();
  if (aim === 'area') pen.arc(0, y, radius, 0, Math.PI * 2);
  else traceDrop(pen, y, radius, tip - place);
  const { outline: edge, surface, ink } = PIN_PALETTE[theme];
  pen.lineJoin = 'round';
  pen.lineWidth = outline * 2;
  pen.strokeStyle = shape === 'selected' ? ink : edge;
  pen.shadowColor = 'rgba(0, 0, 0, 0.35)';
  pen.shadowBlur = 2 * scale;
  pen.shadowOffsetY = 0.5 * scale;
  pen.stroke();
  pen.shadowColor = 'transparent';
  if (shape === 'selected') {
    pen.lineWidth = outline;
    pen.strokeStyle = surface;
    pen.stroke();
  }
  pen.fillStyle = color;
  pen.fill();
  if (aim === 'area') return;
  pen.beginPath();
  pen.arc(0, y, dot, 0, Math.PI * 2);
  pen.fillStyle = edge;
  pen.fill();
}

/** Adds a circle around `[0, y]` with a tip below it to the current path. */
function traceDrop(pen: CanvasRenderingContext2D, y: number, radius: number, tip: number): void {
  const angle = Math.PI * 0.14;
  const [shoulderX, bendX] = [radius * Math.cos(angle), radius * 0.62];
  const [shoulderY, bendY] = [y + radius * Math.sin(angle), y + radius * 0.98];
  pen.arc(0, y, radius, Math.PI - angle, angle);
  pen.quadraticCurveTo(bendX, bendY, 0, tip);
  pen.quadraticCurveTo(-bendX, bendY, -shoulderX, shoulderY);
  pen.closePath();
}
