/** Images of points of street maps, drawn when the map first needs them. */
import type { ExpressionSpecification } from 'maplibre-gl';
import { drawImage } from '../draw-image.ts';
import { pointSymbols } from './point-symbols.ts';
import type { SchemaRoles } from './schema-roles.ts';
import type { StreetLook } from './street-looks.ts';
import type { StreetPalette } from './street-palette.ts';

const prefix = 'point';
/** Side of the box that symbols are drawn for. */
const symbolBox = 15;
/** Pixels: from the center to the edge of the image, radius of the disc and its edge, side of the symbol, radius of the dot without one. */
const sizes = { box: 11, radius: 9, edge: 1, symbol: 12, dot: 3 };

/** Colors of a point. */
interface PointColors {
  fill: string;
  ink: string;
  edge: string;
}

const buildName = (symbol: string, { fill, ink, edge }: PointColors) =>
  [prefix, symbol, fill, ink, edge].join('|');

/** Expression for the name of the image of a point: `point|symbol|fill|ink|edge`. Points without a symbol are dots. */
export function buildPointImageName(
  { pointKind }: SchemaRoles,
  { hasFilledSymbols }: StreetLook,
  colors: StreetPalette,
): ExpressionSpecification {
  const { halo } = colors;
  const images = Object.entries(pointSymbols).flatMap(([name, { color, kinds }]) => {
    const ink = colors[color];
    const look = hasFilledSymbols
      ? { fill: ink, ink: halo, edge: halo }
      : { fill: halo, ink, edge: colors.building };
    return [kinds, buildName(name, look)];
  });
  const dot = buildName('', { fill: colors.point, ink: colors.point, edge: halo });
  return ['match', pointKind, ...images, dot] as unknown as ExpressionSpecification;
}

/** Expression for a value by whether a point has a symbol. */
export function chooseBySymbol<T>({ pointKind }: SchemaRoles, symbol: T, dot: T): ExpressionSpecification {
  const kinds = Object.values(pointSymbols).flatMap((one) => one.kinds);
  return ['match', pointKind, kinds, symbol, dot] as unknown as ExpressionSpecification;
}

/** Expression that is lower for points that are more important. */
export function buildPointRank({ pointKind }: SchemaRoles): ExpressionSpecification {
  const ranks = Object.values(pointSymbols).flatMap(({ kinds }, rank) => [kinds, rank]);
  return ['match', pointKind, ...ranks, ranks.length] as unknown as ExpressionSpecification;
}

function readPath(svg: string): Path2D {
  const path = new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('path');
  return new Path2D(path?.getAttribute('d') ?? '');
}

/** Draws the image of a point by its name; null for other names. */
export function drawPoint(name: string, scale: number): ImageData | null {
  const [start, symbol = '', fill = '', ink = '', edge = ''] = name.split('|');
  if (start !== prefix) return null;
  const { box } = sizes;
  const svg = pointSymbols[symbol]?.svg;
  return drawImage([2 * box, 2 * box], scale, (pen) => {
    pen.beginPath();
    pen.arc(box, box, svg ? sizes.radius : sizes.dot, 0, Math.PI * 2);
    pen.fillStyle = fill;
    pen.fill();
    pen.lineWidth = sizes.edge;
    pen.strokeStyle = edge;
    pen.stroke();
    if (!svg) return;
    pen.translate(box - sizes.symbol / 2, box - sizes.symbol / 2);
    pen.scale(sizes.symbol / symbolBox, sizes.symbol / symbolBox);
    pen.fillStyle = ink;
    const outline = readPath(svg);
    pen.fill(outline);
  });
}
