/** Focuses an element when it is mounted (`ref={focusOnMount}`): for content that the user has just opened. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
