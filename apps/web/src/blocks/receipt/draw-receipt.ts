/** Draws the card of a receipt as a picture, on this device. */

/** What the card says. */
export interface ReceiptCardTexts {
  title: string;
  words: readonly string[];
  /** Where the words are entered. */
  place: string;
  direction: 'ltr' | 'rtl';
}

const [width, height, margin] = [1080, 720, 72];
const font = (size: number, weight = 400) => `${weight} ${size}px system-ui, sans-serif`;

/** Draws the card, black on white. @returns a PNG file; null where the browser cannot draw */
export async function drawReceipt({
  title,
  words,
  place,
  direction,
}: ReceiptCardTexts): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#111';
  context.textBaseline = 'top';
  context.direction = direction;
  context.textAlign = 'start';
  const start = direction === 'rtl' ? width - margin : margin;
  context.font = font(48, 700);
  context.fillText(title, start, margin, width - 2 * margin);
  context.direction = 'ltr';
  context.textAlign = 'left';
  context.font = font(56, 600);
  for (const [index, word] of words.entries()) {
    const column = Math.floor(index / 3);
    const x = margin + column * (width / 2 - margin / 2);
    context.fillText(`${index + 1}. ${word}`, x, 190 + (index % 3) * 120, width / 2 - margin);
  }
  context.font = font(34);
  context.fillText(place, margin, height - margin - 40, width - 2 * margin);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
