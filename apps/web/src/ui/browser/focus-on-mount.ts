/** `ref={focusOnMount}`: what appears because somebody asked for it gets the focus, once. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
