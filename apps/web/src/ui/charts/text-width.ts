/** How wide words are when drawn, so that they end before the edge. */

export const chartFont = "'Inter Variable', Inter, 'Noto Sans', system-ui, sans-serif";

let canvasContext: CanvasRenderingContext2D | null | undefined;

/** Pixels. @param size of the font, in pixels */
export function measureTextWidth(text: string, size: number, weight = 400): number {
  canvasContext ??= document.createElement('canvas').getContext('2d');
  if (!canvasContext) return text.length * size * 0.6;
  canvasContext.font = `${weight} ${size}px ${chartFont}`;
  return canvasContext.measureText(text).width;
}

/** The text, or as much of it as fits, with an ellipsis. */
export function fitText(text: string, maxWidth: number, size: number, weight = 400): string {
  if (measureTextWidth(text, size, weight) <= maxWidth) return text;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let [fits, tooLong] = [0, letters.length];
  while (tooLong - fits > 1) {
    const half = Math.floor((fits + tooLong) / 2);
    const isFine = measureTextWidth(`${letters.slice(0, half).join('')}…`, size, weight) <= maxWidth;
    if (isFine) fits = half;
    else tooLong = half;
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`;
}
