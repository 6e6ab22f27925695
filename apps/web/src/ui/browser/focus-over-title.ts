/** Number of frames in which a screen is drawn, on a slow device too. */
const maxFrames = 120;

/**
 * Gives the focus to an element of a screen that the user returns to, as soon as it is drawn. The title of the screen may take the
 * focus before or after it, as that of any other screen; the attempts end when the focus is elsewhere.
 * @param find the element; null or undefined until it is drawn
 * @returns function that ends the attempts
 */
export function focusOverTitle(find: () => HTMLElement | null | undefined): () => void {
  let framesLeft = maxFrames;
  let request = 0;
  const focusElement = () => {
    const element = find();
    // While the element has the focus, a title that is drawn later can still take it.
    if (!isFocusOnTitle() && document.activeElement !== element) return;
    element?.focus({ preventScroll: true });
    framesLeft--;
    if (framesLeft > 0) request = requestAnimationFrame(focusElement);
  };
  request = requestAnimationFrame(focusElement);
  return () => cancelAnimationFrame(request);
}

/** Whether the focus is on the title of a screen, or nowhere. */
export const isFocusOnTitle = (): boolean => document.activeElement?.matches('body, h1') === true;
