/** The keys of the configuration group `map` (API v3 §2.13, spec 3 §5, §9). A new one begins here: docs/how-to/setting.md */
import { z } from 'zod';
import { typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { BooleanIn } from '../common/scalars.ts';
import { baseLayers } from './base-layers.ts';
import type { SettingDescription, SettingSchemas } from './setting-description.ts';

/** A number as sent or typed; an empty text is not 0. */
const decimalInRange = (min: number, max: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^[+-]?(\d+(\.\d*)?|\.\d+)$/, { error: typeError('a number') })
          .transform(Number),
      ],
      { error: typeError('a number') },
    )
    .pipe(z.number().min(min).max(max));
const integerInRange = (min: number, max: number) =>
  z
    .union(
      [
        z.number().int(),
        z
          .string()
          .trim()
          .regex(/^\d+$/, { error: typeError('a whole number') })
          .transform(Number),
      ],
      { error: typeError('a whole number') },
    )
    .pipe(z.number().min(min).max(max));

/** Other servers return numbers as they were sent, also as text (API v3 §2.13). */
const decimal = (input: z.ZodType<number>, value: number) => ({
  read: z.coerce.number(),
  input,
  form: input,
  default: value,
});
const flag = {
  read: z.boolean(),
  input: BooleanIn,
  form: z.boolean(),
  default: true,
} as const;
/** Kept for existing clients, which draw pins and the base map by it. */
const legacyText = { read: z.string(), input: z.unknown(), form: null } as const;
const precision = integerInRange(limits.locationPrecision.min, limits.locationPrecision.max);

export const mapKeys = {
  clustering: flag,
  cluster_radius: {
    read: z.number().int(),
    input: z.coerce.number().int().min(0),
    form: null,
    default: 50,
  },
  /** Decimals of places that are not public. */
  location_precision: {
    read: z.coerce.number().int(),
    input: precision,
    form: precision,
    default: 2,
  },
} satisfies Record<string, SettingDescription>;

/** The keys of `default_view`, the initial view of maps: Nairobi at a low zoom, as in spec 2 §9. */
export const mapViewKeys = {
  lat: decimal(decimalInRange(-limits.latitude, limits.latitude), -1.3048035),
  lon: decimal(decimalInRange(-limits.longitude, limits.longitude), 36.8473969),
  zoom: decimal(decimalInRange(limits.zoom.min, limits.zoom.max), 2),
  /** The base map of existing clients. */
  baselayer: { ...legacyText, default: 'MapQuest' },
  fit_map_boundaries: flag,
  icon: { ...legacyText, default: 'map-marker' },
  color: { ...legacyText, default: 'blue' },
  /**
   * Extension: the base map of the web client. Absent: `embedded`, so that no request goes to an external service by
   * default. A client that does not know the value shows its default map, and keeps the other settings.
   */
  basemap: {
    read: z.enum(baseLayers).optional().catch(undefined),
    input: z.enum(baseLayers),
    form: z.enum(baseLayers),
    default: undefined,
  },
} satisfies Record<string, SettingDescription>;

/** Keys of `map` with a field in the general settings. */
export type MapFormKey = keyof SettingSchemas<typeof mapKeys, 'form'>;
/** Keys of `default_view` with a field in the general settings. */
export type MapViewFormKey = keyof SettingSchemas<typeof mapViewKeys, 'form'>;
