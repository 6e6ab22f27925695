/** How wide words are when drawn, so that they end before the edge. */

export const chartFont = "'Inter Variable', Inter, 'Noto Sans', system-ui, sans-serif";

let pen: CanvasRenderingContext2D | null | undefined;

/** Pixels. @param size of the font, in pixels */
export function textWidth(text: string, size: number, weight = 400): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * size * 0.6;
  pen.font = `${weight} ${size}px ${chartFont}`;
  return pen.measureText(text).width;
}

/** The text, or as much of it as fits, with an ellipsis. */
export function fitText(text: string, room: number, size: number, weight = 400): string {
  if (textWidth(text, size, weight) <= room) return text;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let [fits, tooLong] = [0, letters.length];
  while (tooLong - fits > 1) {
    const half = Math.floor((fits + tooLong) / 2);
    const isFine = textWidth(`${letters.slice(0, half).join('')}…`, size, weight) <= room;
    if (isFine) fits = half;
    else tooLong = half;
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`;
}
