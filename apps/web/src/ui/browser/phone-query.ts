/** Media query of viewports with the width of a phone; the same breakpoint as in the style sheets. */
export const phoneQuery = '(max-width: 767px)';
