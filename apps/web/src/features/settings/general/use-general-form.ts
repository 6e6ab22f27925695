/** Form state of the general settings: values, validation, and the requests that save it. */
import type { MapFormKey, MapViewFormKey } from '@waypost/contract/settings/map-keys';
import { GeneralForm, type MapSettings, type Site, saveConfig } from '@waypost/contract/settings/settings';
import type { SiteFormKey } from '@waypost/contract/settings/site-keys';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadMedia } from '../../../api/upload-media.ts';
import { useCall } from '../../../api/use-call.ts';
import { toLegacyLayerName } from '../../../blocks/map-canvas/style/base-layers.ts';
import { useEditorForm } from '../../../blocks/settings/use-editor-form.ts';

/** A field of the general settings. */
export type GeneralField = SiteFormKey | MapViewFormKey | MapFormKey;

/** The groups as they are stored. */
export interface StoredSettings {
  site: Site;
  map: MapSettings;
}

/** The values of the fields that are stored in `site`. */
const readSiteValues = ({ site }: StoredSettings) =>
  ({
    name: site.name,
    description: site.description,
    data_license: site.data_license ?? '',
    email: site.email,
    language: site.language,
    private: site.private,
    show_verification: site.show_verification ?? false,
    show_decisions: site.show_decisions ?? false,
    hold_visitors: site.hold_visitors ?? 'never',
    image_header: site.image_header ?? '',
  }) satisfies Record<SiteFormKey, unknown>;

/** The values of the fields that are stored in `map`, in `default_view`; numbers as typed. */
const readViewValues = ({ map: { default_view: view } }: StoredSettings) =>
  ({
    lat: String(view.lat),
    lon: String(view.lon),
    zoom: String(view.zoom),
    basemap: view.basemap ?? 'embedded',
    fit_map_boundaries: view.fit_map_boundaries,
  }) satisfies Record<MapViewFormKey, unknown>;

/** The values of the other fields that are stored in `map`; numbers as typed. */
const readMapValues = ({ map }: StoredSettings) =>
  ({
    clustering: map.clustering,
    location_precision: String(map.location_precision),
  }) satisfies Record<MapFormKey, unknown>;

type GroupReader = typeof readSiteValues | typeof readViewValues | typeof readMapValues;

/** The values of the inputs. */
export type GeneralValues = ReturnType<typeof readSiteValues> &
  ReturnType<typeof readViewValues> &
  ReturnType<typeof readMapValues> & {
    /** A selected file that was not uploaded yet. */
    logo: File | null;
  };

const pickFields = (values: GeneralValues, fields: readonly GeneralField[]): Partial<GeneralValues> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

const isEmpty = (change: object) => Object.keys(change).length === 0;

/** Saves only the groups and the fields that were changed. */
export function useGeneralForm(stored: StoredSettings, onSaved: (values: GeneralValues) => void) {
  const { t } = useTranslation();
  const save = useCall(saveConfig, { invalidates: [] });
  const saveGroup = (group: 'site' | 'map', body: Record<string, unknown>) =>
    save.mutateAsync({ params: { group }, body });
  // The groups as they were last saved: when saving the second one fails, the first is not sent again.
  const [initial] = useState(
    (): GeneralValues => ({
      ...readSiteValues(stored),
      ...readViewValues(stored),
      ...readMapValues(stored),
      logo: null,
    }),
  );
  const lastSaved = useRef(initial);
  const view = useRef(stored.map.default_view);
  const uploadedLogo = useRef<{ file: File; address: string } | null>(null);

  const getFields = (read: GroupReader) => Object.keys(read(stored)) as GeneralField[];

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
    /** The fields of one group whose values differ. */
    const findChanged = (read: GroupReader) =>
      pickFields(
        now,
        getFields(read).filter((field) => lastSaved.current[field] !== now[field]),
      );
    const site = findChanged(readSiteValues);
    if (!isEmpty(site)) {
      await saveGroup('site', site);
      lastSaved.current = { ...lastSaved.current, ...site };
    }
    const next = {
      ...view.current,
      ...pickFields(now, getFields(readViewValues)),
      lat: Number(now.lat),
      lon: Number(now.lon),
      zoom: Number(now.zoom),
      baselayer: toLegacyLayerName(now.basemap),
    };
    const map = {
      ...findChanged(readMapValues),
      // Replaced as a whole (API v3 §2.13).
      ...(isEmpty(findChanged(readViewValues)) ? {} : { default_view: next }),
    };
    if (!isEmpty(map)) {
      await saveGroup('map', map);
      view.current = next;
    }
    lastSaved.current = now;
    return now;
  }

  const labels: Record<GeneralField, string> = {
    name: t('general.name'),
    description: t('field.description'),
    data_license: t('general.dataLicense'),
    image_header: t('firstRun.logo'),
    email: t('general.email'),
    language: t('general.language'),
    private: t('general.private'),
    show_verification: t('general.showVerification'),
    show_decisions: t('general.showDecisions'),
    hold_visitors: t('general.hold.label'),
    lat: t('location.latitude'),
    lon: t('location.longitude'),
    zoom: t('general.zoom'),
    basemap: t('map.base_layer.choose'),
    fit_map_boundaries: t('general.fit'),
    clustering: t('general.clustering'),
    location_precision: t('general.precision'),
  };
  const editor = useEditorForm<GeneralValues, GeneralValues>({
    initialValues: initial,
    schemaFor: () => GeneralForm,
    labels: { ...labels, file: labels.image_header },
    fieldAliases: {
      image_header: 'logo',
      file: 'logo',
      o_size: 'logo',
      mime: 'logo',
      default_view: 'lat',
    },
    save: send,
    onSaved: (saved) => onSaved(saved),
    resetAfterSave: (saved) => saved,
  });
  return { ...editor, labels };
}

/** The form of the general settings. */
export type GeneralFormState = ReturnType<typeof useGeneralForm>['form'];
