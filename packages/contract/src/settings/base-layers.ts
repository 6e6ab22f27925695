/**
 * Base maps. `embedded` is part of the app and shows the deployment's map archives in muted colours; `detailed` is the same map with
 * stronger colours, house numbers, road numbers and more points. The others are external services and never the default.
 */
export const baseLayers = ['embedded', 'detailed', 'satellite', 'streets', 'humanitarian'] as const;
/** A base map of the web client. */
export type BaseLayer = (typeof baseLayers)[number];

/** A base map that comes from the deployment, which no external service sees. */
export type OwnBaseLayer = Extract<BaseLayer, 'embedded' | 'detailed'>;

/** Whether a base map comes from the deployment. */
export const isOwnMap = (layer: BaseLayer): layer is OwnBaseLayer =>
  layer === 'embedded' || layer === 'detailed';
