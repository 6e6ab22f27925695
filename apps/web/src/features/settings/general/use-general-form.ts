/** Form state of the general settings: values, validation, and the requests that save it. */
import {
  type BaseLayer,
  GeneralForm,
  type MapSettings,
  type Site,
  saveConfig,
  type VisitorHoldPolicy,
} from '@waypost/contract/settings/settings';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadMedia } from '../../../api/upload.ts';
import { useCall } from '../../../api/use-call.ts';
import { toLegacyLayerName } from '../../../blocks/map-canvas/style/base-layers.ts';
import { useEditorForm } from '../../../blocks/settings/use-editor-form.ts';

/** The values of the inputs; numbers as typed. */
export type GeneralValues = {
  name: string;
  description: string;
  email: string;
  language: string;
  private: boolean;
  hold_visitors: VisitorHoldPolicy;
  /** A selected file that was not uploaded yet. */
  logo: File | null;
  image_header: string;
  lat: string;
  lon: string;
  zoom: string;
  basemap: BaseLayer;
  fit_map_boundaries: boolean;
  clustering: boolean;
  location_precision: string;
};

export interface StoredSettings {
  site: Site;
  map: MapSettings;
}

const initialValues = ({ site, map }: StoredSettings): GeneralValues => ({
  name: site.name,
  description: site.description,
  email: site.email,
  language: site.language,
  private: site.private,
  hold_visitors: site.hold_visitors ?? 'never',
  logo: null,
  image_header: site.image_header ?? '',
  lat: String(map.default_view.lat),
  lon: String(map.default_view.lon),
  zoom: String(map.default_view.zoom),
  basemap: map.default_view.basemap ?? 'embedded',
  fit_map_boundaries: map.default_view.fit_map_boundaries,
  clustering: map.clustering,
  location_precision: String(map.location_precision),
});

const siteFields = [
  'name',
  'description',
  'email',
  'language',
  'private',
  'hold_visitors',
  'image_header',
] as const;
const viewFields = ['lat', 'lon', 'zoom', 'basemap', 'fit_map_boundaries'] as const;
const mapFields = ['clustering', 'location_precision'] as const;

/** Those of `fields` whose values differ. */
const changedFields = <K extends keyof GeneralValues>(
  fields: readonly K[],
  before: GeneralValues,
  now: GeneralValues,
): Partial<Pick<GeneralValues, K>> =>
  Object.fromEntries(
    fields.filter((field) => before[field] !== now[field]).map((field) => [field, now[field]]),
  ) as Partial<Pick<GeneralValues, K>>;

const isEmpty = (change: object) => Object.keys(change).length === 0;

/** Saves only the groups and the fields that were changed. */
export function useGeneralForm(stored: StoredSettings, onSaved: (values: GeneralValues) => void) {
  const { t } = useTranslation();
  const save = useCall(saveConfig, { invalidates: [] });
  const saveGroup = (group: 'site' | 'map', body: Record<string, unknown>) =>
    save.mutateAsync({ params: { group }, body });
  // The groups as they were last saved: when saving the second one fails, the first is not sent again.
  const [initial] = useState(() => initialValues(stored));
  const lastSaved = useRef(initial);
  const view = useRef(stored.map.default_view);
  const uploadedLogo = useRef<{ file: File; address: string } | null>(null);

  /** Uploads the logo once, also when saving is repeated. */
  async function getLogoUrl({ logo, image_header }: GeneralValues): Promise<string> {
    if (!logo) return image_header;
    if (uploadedLogo.current?.file !== logo) {
      const { original_file_url: address } = await uploadMedia({
        blob: logo,
        name: logo.name,
        caption: null,
      });
      uploadedLogo.current = { file: logo, address };
    }
    return uploadedLogo.current.address;
  }

  async function send(values: GeneralValues): Promise<GeneralValues> {
    const now = { ...values, image_header: await getLogoUrl(values), logo: null };
    const site = changedFields(siteFields, lastSaved.current, now);
    if (!isEmpty(site)) {
      await saveGroup('site', site);
      lastSaved.current = { ...lastSaved.current, ...site };
    }
    const changedView = changedFields(viewFields, lastSaved.current, now);
    const { location_precision: precision, ...rest } = changedFields(mapFields, lastSaved.current, now);
    const numbers = { lat: Number(now.lat), lon: Number(now.lon), zoom: Number(now.zoom) };
    const { basemap, fit_map_boundaries } = now;
    const next = {
      ...view.current,
      ...numbers,
      basemap,
      fit_map_boundaries,
      baselayer: toLegacyLayerName(basemap),
    };
    const map = {
      ...rest,
      ...(precision === undefined ? {} : { location_precision: precision }),
      // Replaced as a whole (API v3 §2.13).
      ...(isEmpty(changedView) ? {} : { default_view: next }),
    };
    if (!isEmpty(map)) {
      await saveGroup('map', map);
      view.current = next;
    }
    lastSaved.current = now;
    return now;
  }

  return useEditorForm<GeneralValues, GeneralValues>({
    initialValues: initial,
    schemaFor: () => GeneralForm,
    labels: {
      name: t('general.name'),
      description: t('field.description'),
      email: t('general.email'),
      language: t('general.language'),
      lat: t('location.latitude'),
      lon: t('location.longitude'),
      zoom: t('general.zoom'),
      location_precision: t('general.precision'),
      file: t('firstRun.logo'),
    },
    fieldAliases: { file: 'logo', o_size: 'logo', mime: 'logo', default_view: 'lat' },
    save: send,
    onSaved: (saved) => onSaved(saved),
    resetAfterSave: (saved) => saved,
  });
}
