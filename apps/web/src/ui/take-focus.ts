/** `ref={takeFocus}`: what appears because somebody asked for it gets the focus, once. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
