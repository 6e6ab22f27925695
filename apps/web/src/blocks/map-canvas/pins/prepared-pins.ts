import type { ExpressionSpecification, SourceSpecification } from 'maplibre-gl';
import { NEUTRAL_PIN } from './pin-color.ts';

/** The deepest zoom at which the browser clusters pins. */
export const CLUSTER_MAX_ZOOM = 15;

/** Layer in the server's tiles. */
export const TILE_LAYER = 'posts';

/** Ids of the pins' layers. */
export const PIN_LAYERS = {
  area: 'pin-areas',
  cluster: 'pin-clusters',
  ring: 'pin-cluster-rings',
  single: 'pin-singles',
  selected: 'pin-selected',
} as const;

/** Number of posts in a cluster of the server or of the browser. */
export const COUNT: ExpressionSpecification = ['coalesce', ['get', 'count'], ['get', 'point_count']];
/** Colour of a pin or of a cluster of the server. */
export const PIN_COLOR: ExpressionSpecification = ['coalesce', ['get', 'color'], NEUTRAL_PIN];

/** A pin source for the style: the data is converted once, not at every change of the style. */
export interface PreparedPins {
  source: SourceSpecification;
  sourceLayer: string | undefined;
  color: ExpressionSpecification;
  /** Posts of a cluster by colour, `#A51A1A:12,#808080:3`; empty if unknown. */
  parts: ExpressionSpecification;
}
