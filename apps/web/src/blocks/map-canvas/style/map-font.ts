/**
 * Font stack for text on the canvas. The style has no glyph server, so the map library draws glyphs from the page's fonts,
 * and scripts that Inter lacks from system fonts.
 *
 * The library reads the weight from the name of the first family, which exists only for that, and passes the list to CSS.
 */
export function buildMapFont(weight: 'regular' | 'medium' | 'semibold'): string[] {
  return [`Waypost ${weight}`, 'Inter Variable', 'Noto Sans', 'system-ui', 'sans-serif'];
}
