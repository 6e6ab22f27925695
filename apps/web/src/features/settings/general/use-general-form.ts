/** What the form of the general settings holds, when it is right, and which requests save it. */
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
import { call } from '../../../api/call.ts';
import { uploadMedia } from '../../../api/upload.ts';
import { toLegacyLayerName } from '../../../blocks/map-canvas/style/base-layers.ts';
import { useEditorForm } from '../../../blocks/settings/use-editor-form.ts';

/** Numbers are as they are typed. */
export type GeneralValues = {
  name: string;
  description: string;
  email: string;
  language: string;
  private: boolean;
  hold_visitors: VisitorHoldPolicy;
  /** Chosen, and not sent yet. */
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
const saveGroup = (group: 'site' | 'map', body: Record<string, unknown>) =>
  call(saveConfig, { params: { group }, body }, { quiet: true });

export function useGeneralForm(stored: StoredSettings, onSaved: (values: GeneralValues) => void) {
  const { t } = useTranslation();
  // Each group is kept as it was last saved: when the second cannot be, the first is not sent again.
  const [first] = useState(() => initialValues(stored));
  const kept = useRef(first);
  const view = useRef(stored.map.default_view);
  const sentLogo = useRef<{ file: File; address: string } | null>(null);

  /** Sent once, however often saving is tried. */
  async function addressOfLogo({ logo, image_header }: GeneralValues): Promise<string> {
    if (!logo) return image_header;
    if (sentLogo.current?.file !== logo) {
      const { original_file_url: address } = await uploadMedia({
        blob: logo,
        name: logo.name,
        caption: null,
      });
      sentLogo.current = { file: logo, address };
    }
    return sentLogo.current.address;
  }

  async function send(values: GeneralValues): Promise<GeneralValues> {
    const now = { ...values, image_header: await addressOfLogo(values), logo: null };
    const site = changedFields(siteFields, kept.current, now);
    if (!isEmpty(site)) {
      await saveGroup('site', site);
      kept.current = { ...kept.current, ...site };
    }
    const ofView = changedFields(viewFields, kept.current, now);
    const { location_precision: precision, ...rest } = changedFields(mapFields, kept.current, now);
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
      // Stored whole (API v3 §2.13).
      ...(isEmpty(ofView) ? {} : { default_view: next }),
    };
    if (!isEmpty(map)) {
      await saveGroup('map', map);
      view.current = next;
    }
    kept.current = now;
    return now;
  }

  return useEditorForm<GeneralValues, GeneralValues>({
    initialValues: first,
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
