/** The canvas of `early-map.ts`, which stays on the screen until the map shows its own first picture. */
let earlyCanvas: HTMLCanvasElement | null = null;

/** Keeps the canvas; null when it is not needed any more. */
export function keepEarlyCanvas(canvas: HTMLCanvasElement | null): void {
  earlyCanvas = canvas;
}

/** Puts the canvas into an element. @returns whether there is one */
export function showEarlyCanvas(place: Element): boolean {
  if (earlyCanvas) place.append(earlyCanvas);
  return earlyCanvas !== null;
}
