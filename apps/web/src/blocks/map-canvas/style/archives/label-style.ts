/** What layers of names and points of a street map have in common. */
import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl';
import { type ArchiveStyle, both, select } from './archive-areas.ts';
import type { Selection } from './schema-roles.ts';

/** The style of the layers with names of an archive. */
export interface NameStyle extends ArchiveStyle {
  /** The name in the language of the reader. */
  name: ExpressionSpecification;
  /** Leaves out what has its names from an archive above. */
  outside: FilterSpecification | undefined;
}

/** Whether a feature has a name. */
export const hasName = (name: ExpressionSpecification): ExpressionSpecification => [
  '!=',
  ['to-string', name],
  '',
];

/** The halo of texts. */
export const haloOf = ({ colors }: NameStyle) => ({
  'text-halo-color': colors.halo,
  'text-halo-width': 1.3,
});

/** Source and filter of a layer of texts. */
export function selectLabelled(style: NameStyle, { layer, filter }: Selection, minzoom: number) {
  const shown = style.outside ? both(filter, style.outside) : filter;
  return select(style, { layer, ...(shown ? { filter: shown } : {}) }, minzoom);
}
