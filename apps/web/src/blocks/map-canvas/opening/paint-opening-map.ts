/** Draws the opening map on a 2D canvas in the colours and sizes of the map that replaces it (style/pin-layers.ts). */
import type { MapTheme } from '../map-types.ts';
import { AREA_OPACITY, clusterGlow, clusterRadii, clusterTextSizes } from '../pins/cluster-look.ts';
import { toPinColor } from '../pins/pin-color.ts';
import { paintPin } from '../pins/pin-images.ts';
import { paintRing } from '../pins/pin-rings.ts';
import { MAP_PALETTE, PIN_PALETTE } from '../style/map-palette.ts';
import { formatCountLabel, scaleByCount } from './count-look.ts';
import { findOpeningLand } from './opening-land.ts';
import type { PlacedPin } from './opening-pins.ts';
import { listWorldCopies, type OpeningView } from './opening-view.ts';

type Pen = CanvasRenderingContext2D;

/** What the opening map shows. */
export interface OpeningPicture {
  view: OpeningView;
  theme: MapTheme;
  language: string;
  /** Of the numbers on clusters. */
  fontFamily: string;
  /** Device pixels for each CSS pixel. */
  scale: number;
  /** Whether land and sea are those of the world map, not of another base map. */
  hasLand: boolean;
  pins: readonly PlacedPin[];
  selectedPostId: number | null;
}

const circle = (pen: Pen, radius: number) => {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
};

function paintLand(pen: Pen, { view, theme }: OpeningPicture): void {
  const { sea, land, coast } = MAP_PALETTE[theme];
  const outline = findOpeningLand(view.camera.zoom);
  pen.fillStyle = outline ? sea : land;
  pen.fillRect(0, 0, view.size.width, view.size.height);
  if (!outline) return;
  const shape = new Path2D(outline.path);
  const unitPixels = view.worldPixels / outline.worldUnits;
  for (const left of listWorldCopies(view)) {
    pen.save();
    pen.translate(left, view.top);
    pen.scale(unitPixels, unitPixels);
    pen.fillStyle = land;
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a path, not an array
    pen.fill(shape);
    pen.strokeStyle = coast;
    pen.lineWidth = 0.75 / unitPixels;
    pen.stroke(shape);
    pen.restore();
  }
}

function paintArea(pen: Pen, { feature }: PlacedPin, worldPixels: number): void {
  circle(pen, Number(feature.properties['area']) * worldPixels);
  pen.fillStyle = toPinColor(feature.properties['color']);
  pen.globalAlpha = AREA_OPACITY;
  pen.fill();
  pen.globalAlpha = 1;
  pen.strokeStyle = toPinColor(feature.properties['color']);
  pen.lineWidth = 1;
  pen.stroke();
}

const readCount = ({ feature }: PlacedPin) => Number(feature.properties['count']);

const readParts = ({ feature }: PlacedPin) =>
  String(feature.properties['parts'] ?? `${toPinColor(feature.properties['color'])}:1`);

/** Paints one part of a cluster. */
type ClusterPainter = (pen: Pen, pin: PlacedPin, picture: OpeningPicture) => void;

/** The parts from the bottom to the top: the map library, too, draws a part of all clusters before the next part of any. */
const clusterPainters: readonly ClusterPainter[] = [
  (pen, pin) => {
    circle(pen, scaleByCount(clusterRadii, readCount(pin)) + clusterGlow.width);
    pen.fillStyle = toPinColor(pin.feature.properties['color']);
    pen.globalAlpha = clusterGlow.opacity;
    pen.fill();
  },
  (pen, pin, { theme }) => {
    const radius = Math.round(scaleByCount(clusterRadii, readCount(pin)));
    paintRing(pen, { radius, parts: readParts(pin), theme });
  },
  (pen, pin, { theme, language, fontFamily }) => {
    const count = readCount(pin);
    pen.font = `600 ${scaleByCount(clusterTextSizes, count)}px ${fontFamily}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillStyle = PIN_PALETTE[theme].ink;
    pen.fillText(formatCountLabel(count, language), 0, 1);
  },
];

/** Paints the whole picture. */
export function paintOpeningMap(pen: Pen, picture: OpeningPicture): void {
  const { view, theme, scale, pins, selectedPostId } = picture;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, view.size.width, view.size.height);
  if (picture.hasLand) paintLand(pen, picture);
  const isCluster = (pin: PlacedPin) => readCount(pin) > 0;
  const isSelected = ({ feature }: PlacedPin) =>
    Number(feature.properties['id'] ?? feature.id) === selectedPostId;
  // Pins further south are drawn on top.
  const singles = pins.filter((pin) => !isCluster(pin)).sort((a, b) => a.y - b.y);
  const paintAt = (pin: PlacedPin, paint: () => void) => {
    pen.save();
    pen.translate(pin.x, pin.y);
    paint();
    pen.restore();
  };
  const paintSingle = (pin: PlacedPin, shape: 'plain' | 'selected') => {
    const aim = pin.feature.properties['area'] === undefined ? 'place' : 'area';
    const color = toPinColor(pin.feature.properties['color']);
    paintAt(pin, () => paintPin(pen, { theme, scale, color, shape, aim }));
  };
  for (const pin of pins)
    if (pin.feature.properties['area'] !== undefined)
      paintAt(pin, () => paintArea(pen, pin, view.worldPixels));
  for (const pin of singles) if (!isSelected(pin)) paintSingle(pin, 'plain');
  const clusters = pins.filter(isCluster).sort((a, b) => readCount(a) - readCount(b));
  for (const paint of clusterPainters)
    for (const pin of clusters) paintAt(pin, () => paint(pen, pin, picture));
  for (const pin of singles) if (isSelected(pin)) paintSingle(pin, 'selected');
}

/** Paints the picture on a canvas, in the size of its view and the font of the canvas. */
export function paintOnCanvas(
  canvas: HTMLCanvasElement,
  look: Omit<OpeningPicture, 'fontFamily' | 'scale'>,
): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const scale = Math.max(1, devicePixelRatio);
  canvas.width = look.view.size.width * scale;
  canvas.height = look.view.size.height * scale;
  paintOpeningMap(pen, { ...look, scale, fontFamily: getComputedStyle(canvas).fontFamily });
}
