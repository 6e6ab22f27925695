/** Measures and shortens texts, so that they fit into a chart. */

/** Font family of the charts, on the screen and in files. */
export const chartFont = "'Inter Variable', Inter, 'Noto Sans', system-ui, sans-serif";

let canvasContext: CanvasRenderingContext2D | null | undefined;

/** Width of a text in pixels. @param size of the font, in pixels */
export function measureTextWidth(text: string, size: number, weight = 400): number {
  canvasContext ??= document.createElement('canvas').getContext('2d');
  if (!canvasContext) return text.length * size * 0.6;
  canvasContext.font = `${weight} ${size}px ${chartFont}`;
  return canvasContext.measureText(text).width;
}

/** The text, shortened with an ellipsis if it is wider than `maxWidth` pixels. */
export function fitText(text: string, maxWidth: number, size: number, weight = 400): string {
  if (measureTextWidth(text, size, weight) <= maxWidth) return text;
  const graphemes = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let [fits, tooLong] = [0, graphemes.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    const isShortEnough =
      measureTextWidth(`${graphemes.slice(0, middle).join('')}…`, size, weight) <= maxWidth;
    if (isShortEnough) fits = middle;
    else tooLong = middle;
  }
  return `${graphemes.slice(0, fits).join('').trimEnd()}…`;
}
