/**
 * Font stack for text on the canvas. The style names no glyph server, so the map draws letters from the
 * page's own fonts, and scripts that Inter lacks from the reader's system.
 *
 * The library reads the weight from the first family's name and passes the list on to CSS: the first
 * entry exists only for that.
 */
export function buildMapFont(weight: 'regular' | 'medium' | 'semibold'): string[] {
  return [`Waypost ${weight}`, 'Inter Variable', 'Noto Sans', 'system-ui', 'sans-serif'];
}
