/** Classes of counts, which a map shows in as many colors. Pure. */

/** Numbers from `from` to `to`, both included. */
export interface CountClass {
  from: number;
  to: number;
}

/**
 * Colors from few to many, safe for the color-blind (ColorBrewer YlGnBu): on the dark map few are dark.
 */
const palette = ['#ffffcc', '#a1dab4', '#41b6c4', '#2c7fb8', '#253494'] as const;

/** Divides the counts above zero into at most five classes with about as many areas each. */
export function computeCountClasses(counts: readonly number[]): CountClass[] {
  const sorted = counts.filter((count) => count > 0).toSorted((a, b) => a - b);
  const size = Math.min(palette.length, new Set(sorted).size);
  const classes: CountClass[] = [];
  for (let part = 1; part <= size; part++) {
    const to = sorted[Math.ceil((part * sorted.length) / size) - 1] ?? 0;
    const from = sorted.find((count) => count > (classes.at(-1)?.to ?? 0));
    if (from !== undefined && from <= to) classes.push({ from, to });
  }
  return classes;
}

/** The colors of a number of classes. */
export function pickColors(count: number, theme: 'light' | 'dark'): string[] {
  const colors = theme === 'light' ? palette : palette.toReversed();
  return Array.from({ length: count }, (_, index) => {
    const place = count === 1 ? palette.length - 2 : Math.round((index * (palette.length - 1)) / (count - 1));
    return colors[place] ?? palette[0];
  });
}
