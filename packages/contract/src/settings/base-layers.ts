/** Base maps. `embedded` is part of the app; the others are external services and never the default. */
export const baseLayers = ['embedded', 'satellite', 'streets', 'humanitarian'] as const;
/** A base map of the web client. */
export type BaseLayer = (typeof baseLayers)[number];
