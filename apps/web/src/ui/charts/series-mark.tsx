import type { ReactElement } from 'react';

/** A shape for each series, so that a chart can be read without colours. */
const markShapes: readonly ((color: string) => ReactElement)[] = [
  (color) => <circle r={4.5} fill={color} />,
  (color) => <rect x={-4} y={-4} width={8} height={8} fill={color} />,
  (color) => <path d="M0-5.5 5 4H-5Z" fill={color} />,
  (color) => <path d="M0-5.5 5.5 0 0 5.5-5.5 0Z" fill={color} />,
  (color) => <path d="M0 5.5 5-4H-5Z" fill={color} />,
  (color) => <circle r={3.5} fill="none" stroke={color} strokeWidth={2.5} />,
];
const othersShape = (color: string) => (
  <path d="M-4-4 4 4M4-4-4 4" fill="none" stroke={color} strokeWidth={2.5} />
);

/** The marker of a series, centred at 0,0. @param rank from 0, the largest; null for all others together */
export function SeriesMark({ rank, color }: { rank: number | null; color: string }) {
  return (rank === null ? othersShape : (markShapes[rank] ?? othersShape))(color);
}
