/** The form of a layer: its values, their rules, and how they are sent. */
import { ruleError } from '@waypost/contract/common/field-errors';
import { limits } from '@waypost/contract/common/limits';
import { isHttpUrl } from '@waypost/contract/common/parse-url';
import { Color } from '@waypost/contract/common/scalars';
import { layerLimits } from '@waypost/contract/layers/layer-limits';
import { type Layer, LayerUpload } from '@waypost/contract/layers/layers';
import { defaultLayerColor } from '@waypost/contract/layers/map-layers';
import { z } from 'zod';
import { buildResourceKey } from '../../api/query-keys.ts';

/** Queries that a change of layers makes stale: those of the settings and of the map. */
export const layerQueries = [buildResourceKey('layers'), buildResourceKey('map-layers')];

/** Where the data of a layer is: GeoJSON on this device or at an address, a service, or a style. */
export const layerSources = ['upload', 'address', 'tile', 'tilejson', 'wms', 'style'] as const;
export type LayerSource = (typeof layerSources)[number];

/** Intervals in minutes between two requests, by the last part of the key of their text. */
export const refreshIntervals = { quarter: '15', hour: '60', day: '1440' } as const;

/** Shares of the opacity that the form offers. */
export const opacityShares = ['1', '0.75', '0.5', '0.25'] as const;

/** Values of the form. */
export interface LayerValues extends Record<string, string | boolean> {
  name: string;
  source: LayerSource;
  /** Name of the chosen file. */
  file: string;
  data_url: string;
  /** Names of the layers of a WMS. */
  layers: string;
  refresh_minutes: string;
  color: string;
  opacity: string;
  attribution: string;
  visible_by_default: boolean;
  is_base_map: boolean;
}

/** Values of a new layer. */
export const newLayerValues: LayerValues = {
  name: '',
  source: 'upload',
  file: '',
  data_url: '',
  layers: '',
  refresh_minutes: refreshIntervals.hour,
  color: defaultLayerColor,
  opacity: opacityShares[0],
  attribution: '',
  visible_by_default: true,
  is_base_map: false,
};

const required = z.string().min(1, { error: ruleError('required') });
const anyText = z.string();

const address = required
  .trim()
  .max(limits.layerUrl)
  .refine(isHttpUrl, { error: ruleError('url') });

/** Whether an address names the numbers of a tile, as XYZ, TMS or WMTS do. */
const isTileTemplate = (text: string): boolean =>
  [/\{(?:z|TileMatrix)\}/, /\{(?:x|TileCol)\}/, /\{(?:-?y|TileRow)\}/].every((name) => name.test(text));

function addressSchema(source: LayerSource | undefined): z.ZodType<string> {
  if (source === undefined || source === 'upload') return anyText;
  return source === 'tile' ? address.refine(isTileTemplate, { error: ruleError('layerTemplate') }) : address;
}

/** The rules of the form. @param source undefined for an uploaded layer, whose file stays */
export const layerFormSchema = (source: LayerSource | undefined) =>
  z.object({
    name: LayerUpload.shape.name,
    file: source === 'upload' ? required : anyText,
    data_url: addressSchema(source),
    layers: source === 'wms' ? required.trim().max(layerLimits.serviceLayers) : anyText,
    refresh_minutes: z.coerce.number(),
    color: Color.pipe(z.string({ error: ruleError('color') })),
    opacity: z.coerce.number(),
    attribution: anyText.trim().max(layerLimits.attribution),
    visible_by_default: z.boolean(),
    is_base_map: z.boolean(),
  });
export type LayerForm = z.output<ReturnType<typeof layerFormSchema>>;

/** The options that the form knows: how the map draws the layer, and the layers of a WMS. */
export const buildOptions = (
  type: Layer['type'],
  { color, opacity, attribution, layers }: LayerForm,
): Record<string, unknown> => ({
  ...(type === 'geojson' ? { color } : {}),
  ...(type === 'wms' ? { layers } : {}),
  ...(type === 'style' ? {} : { opacity }),
  attribution,
});

/** What the form says of a layer as a base map: nothing of GeoJSON, which never is one, and of styles, which always are. */
export const buildRole = (type: Layer['type'], { is_base_map }: LayerForm): { is_base_map?: boolean } =>
  type === 'geojson' || type === 'style' ? {} : { is_base_map };
