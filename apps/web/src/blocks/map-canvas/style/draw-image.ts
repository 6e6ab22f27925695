/**
 * Draws an image for the map.
 * @param size width and height in CSS pixels
 * @param scale device pixels for each CSS pixel
 * @returns null where the browser cannot draw
 */
export function drawImage(
  [width, height]: readonly [number, number],
  scale: number,
  draw: (pen: CanvasRenderingContext2D) => void,
): ImageData | null {
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(scale, scale);
  draw(pen);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
