import type { ExpressionSpecification } from 'maplibre-gl';
import type { MapTheme } from '../map-types.ts';
import { PIN_PALETTE } from '../style/map-palette.ts';
import { toPinColor } from './pin-color.ts';

type PinShape = 'plain' | 'selected';

const PREFIX = 'pin';
/** Radius of the head, width of the outline and radius of the dot, in CSS pixels. */
const SHAPES: Readonly<Record<PinShape, { radius: number; outline: number; dot: number }>> = {
  plain: { radius: 9, outline: 2, dot: 3 },
  selected: { radius: 13, outline: 2.5, dot: 4.5 },
};

/** Expression for the name of the image of a pin: `pin|theme|shape|#rrggbb`. */
export function buildPinImageName(
  theme: MapTheme,
  shape: PinShape,
  color: ExpressionSpecification,
): ExpressionSpecification {
  return ['concat', `${PREFIX}|${theme}|${shape}|`, color];
}

/** Draws the image of a pin by its name; null for other names. */
export function drawPin(name: string, scale: number): ImageData | null {
  const [prefix, theme, shape, color] = name.split('|');
  if (prefix !== PREFIX) return null;
  const kind = shape === 'selected' ? 'selected' : 'plain';
  return drawDrop(theme === 'dark' ? 'dark' : 'light', kind, toPinColor(color), scale);
}

/** A drop whose tip is at the place, with an outline, a dot and a faint shadow. */
function drawDrop(theme: MapTheme, shape: PinShape, color: string, scale: number): ImageData | null {
  const { radius, outline, dot } = SHAPES[shape];
  const margin = outline + 2;
  const width = Math.ceil(2 * (radius + margin));
  const tip = margin + radius * 2.5;
  const height = Math.ceil(tip + 2);
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(scale, scale);
  const [x, y] = [width / 2, margin + radius];
  traceDrop(pen, x, y, radius, tip);
  const { outline: edge, ink } = PIN_PALETTE[theme];
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
    pen.strokeStyle = edge;
    pen.stroke();
  }
  pen.fillStyle = color;
  pen.fill();
  pen.beginPath();
  pen.arc(x, y, dot, 0, Math.PI * 2);
  pen.fillStyle = edge;
  pen.fill();
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

/** Sets the current path to a circle with a tip below it. */
function traceDrop(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, tip: number): void {
  const angle = Math.PI * 0.14;
  const [shoulderX, bendX] = [radius * Math.cos(angle), radius * 0.62];
  const [shoulderY, bendY] = [y + radius * Math.sin(angle), y + radius * 0.98];
  pen.beginPath();
  pen.arc(x, y, radius, Math.PI - angle, angle);
  pen.quadraticCurveTo(x + bendX, bendY, x, tip);
  pen.quadraticCurveTo(x - bendX, bendY, x - shoulderX, shoulderY);
  pen.closePath();
}
