/**
 * Colours of charts. An exported picture has no style sheet, hence values; surface, ink and lines have the values of the
 * tokens. The six series can be told apart with every type of colour blindness (see the test), and each also has a marker of
 * its own shape.
 */

/** Colours of one colour scheme. */
export interface ChartPalette {
  /** Of the largest groups, in this order. */
  series: readonly string[];
  /** Of all other groups together. */
  others: string;
  ink: string;
  muted: string;
  /** Grid lines. */
  grid: string;
  /** The base line of the chart. */
  axis: string;
  surface: string;
}

/** The palettes of both colour schemes. */
export const CHART_PALETTE: Readonly<Record<'light' | 'dark', ChartPalette>> = {
  light: {
    series: ['#0b6e69', '#fb5d28', '#100b89', '#a64bc3', '#9d3d00', '#570742'],
    others: '#868b93',
    ink: '#16202e',
    muted: '#55606e',
    grid: '#e3e0d8',
    axis: '#868b93',
    surface: '#ffffff',
  },
  dark: {
    series: ['#3cb8af', '#e18c24', '#b28ffd', '#cfdd35', '#c75a2d', '#78ffcf'],
    others: '#728093',
    ink: '#edf1f5',
    muted: '#a3b0be',
    grid: '#2b3644',
    axis: '#728093',
    surface: '#18212c',
  },
};

/** Maximum number of groups with a line of their own; more would not be readable. */
export const maxSeries = CHART_PALETTE.light.series.length;

/** @param rank from 0, the largest; null for all others together */
export const getSeriesColor = (palette: ChartPalette, rank: number | null): string =>
  (rank === null ? undefined : palette.series[rank]) ?? palette.others;
