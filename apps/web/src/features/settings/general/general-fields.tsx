/** The controls of the general settings, in the order of the form. A field of the contract without one is a type error. */
import '../../../ui/i18n/map-layers-labels.ts';
import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { visitorHoldPolicies } from '@waypost/contract/settings/site-keys';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FeatureNotice } from '../../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../../blocks/feature-notice/features.ts';
import { LogoField } from '../../../blocks/logo-field/logo-field.tsx';
import { useOfferedBaseLayers } from '../../../blocks/map-canvas/archives/use-offered-base-layers.ts';
import { findExternalLayer, parseBaseLayer } from '../../../blocks/map-canvas/style/base-layers.ts';
import { getLanguageOptions, hasTranslation } from '../../../blocks/settings/language-options.ts';
import { getLanguageName, toLanguageTag } from '../../../ui/i18n/i18n.ts';
import { PrecisionFields } from './precision-fields.tsx';
import type { GeneralField, GeneralFormState, StoredSettings } from './use-general-form.ts';

interface FieldProps {
  form: GeneralFormState;
  label: string;
  stored: StoredSettings;
}

/** A section of the form. */
type Section = 'about' | 'access' | 'map' | 'precision';

/** Fields that the map of the default view sets; see `DefaultViewFields`. */
type MapPositionField = 'lat' | 'lon' | 'zoom';

const generalFields: Readonly<
  Record<
    Exclude<GeneralField, MapPositionField>,
    { section: Section; Field: (props: FieldProps) => ReactNode }
  >
> = {
  name: { section: 'about', Field: NameField },
  description: { section: 'about', Field: DescriptionField },
  image_header: { section: 'about', Field: SiteLogoField },
  email: { section: 'about', Field: EmailField },
  data_license: { section: 'about', Field: DataLicenseField },
  language: { section: 'about', Field: LanguageField },
  private: { section: 'access', Field: PrivateField },
  show_verification: { section: 'access', Field: ShowVerificationField },
  show_decisions: { section: 'access', Field: ShowDecisionsField },
  hold_visitors: { section: 'access', Field: HoldVisitorsField },
  basemap: { section: 'map', Field: BasemapField },
  fit_map_boundaries: { section: 'map', Field: FitField },
  clustering: { section: 'map', Field: ClusteringField },
  location_precision: { section: 'precision', Field: PrecisionFields },
};

interface Props {
  section: Section;
  form: GeneralFormState;
  labels: Readonly<Record<GeneralField, string>>;
  stored: StoredSettings;
}

/** The fields of one section. */
export function GeneralFields({ section, form, labels, stored }: Props) {
  return Object.entries(generalFields)
    .filter(([, field]) => field.section === section)
    .map(([key, { Field }]) => (
      <Field key={key} form={form} label={labels[key as GeneralField]} stored={stored} />
    ));
}

function NameField({ form, label }: FieldProps) {
  return (
    <TextInput
      {...form.getInputProps('name')}
      size="md"
      label={label}
      withAsterisk
      required
      maxLength={limits.siteName.max}
      autoComplete="off"
      dir="auto"
    />
  );
}

function DescriptionField({ form, label }: FieldProps) {
  const { t } = useTranslation();
  return (
    <Textarea
      {...form.getInputProps('description')}
      size="md"
      label={label}
      description={t('general.descriptionHint')}
      maxLength={limits.siteDescription}
      autosize
      minRows={2}
      maxRows={8}
      dir="auto"
    />
  );
}

function SiteLogoField({ form }: FieldProps) {
  return (
    <LogoField
      logo={form.values.logo}
      storedUrl={form.values.image_header}
      error={typeof form.errors['logo'] === 'string' ? form.errors['logo'] : null}
      onChange={(file) => form.setFieldValue('logo', file)}
      onRemoveStored={() => form.setFieldValue('image_header', '')}
    />
  );
}

function EmailField({ form, label }: FieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      {...form.getInputProps('email')}
      size="md"
      type="email"
      label={label}
      description={t('general.emailHint')}
      maxLength={limits.email}
      autoComplete="off"
      dir="ltr"
    />
  );
}

function DataLicenseField({ form, label }: FieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      {...form.getInputProps('data_license')}
      size="md"
      label={label}
      description={t('general.dataLicenseHint')}
      maxLength={limits.varchar}
      autoComplete="off"
      dir="auto"
    />
  );
}

function LanguageField({ form, label, stored }: FieldProps) {
  const { t } = useTranslation();
  const { language } = form.values;
  return (
    <NativeSelect
      {...form.getInputProps('language')}
      size="md"
      label={label}
      description={
        hasTranslation(language)
          ? t('general.languageHint')
          : t('general.languageUntranslated', { language: getLanguageName(toLanguageTag(language)) })
      }
      data={getLanguageOptions(stored.site.language)}
    />
  );
}

/** A notice instead of the switch where the plan has no private deployments. One that is private already can be opened. */
function PrivateField({ form, label, stored }: FieldProps) {
  const { t } = useTranslation();
  const isOnPlan = useFeature('private');
  if (!isOnPlan && !stored.site.private) return <FeatureNotice feature="private" />;
  return (
    <Switch
      {...form.getInputProps('private', { type: 'checkbox' })}
      size="md"
      label={label}
      description={t('general.privateHint')}
    />
  );
}

/** keys: general.hold.* */
function ShowVerificationField({ form, label }: FieldProps) {
  const { t } = useTranslation();
  return (
    <Switch
      {...form.getInputProps('show_verification', { type: 'checkbox' })}
      size="md"
      label={label}
      description={t('general.showVerificationHint')}
    />
  );
}

function ShowDecisionsField({ form, label }: FieldProps) {
  const { t } = useTranslation();
  return (
    <Switch
      {...form.getInputProps('show_decisions', { type: 'checkbox' })}
      size="md"
      label={label}
      description={t('general.showDecisionsHint')}
    />
  );
}

function HoldVisitorsField({ form, label }: FieldProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      {...form.getInputProps('hold_visitors')}
      size="md"
      label={label}
      description={t('general.hold.hint')}
      data={visitorHoldPolicies.map((value) => ({ value, label: t(`general.hold.${value}`) }))}
    />
  );
}

function BasemapField({ form, label }: FieldProps) {
  const { t } = useTranslation();
  const { basemap } = form.values;
  const layers = useOfferedBaseLayers(basemap);
  return (
    <NativeSelect
      data-path="basemap"
      size="md"
      label={label}
      description={findExternalLayer(basemap) ? t('general.basemapOutside') : t('general.basemapHint')}
      value={basemap}
      onChange={({ currentTarget: { value } }) => form.setFieldValue('basemap', parseBaseLayer(value))}
      data={layers.map((value) => ({
        value,
        label: findExternalLayer(value)
          ? t('general.outsideLayer', { name: t(`mapLayers.baseLayer.${value}`) })
          : t(`mapLayers.baseLayer.${value}`),
      }))}
    />
  );
}

function FitField({ form, label }: FieldProps) {
  const { t } = useTranslation();
  return (
    <Switch
      {...form.getInputProps('fit_map_boundaries', { type: 'checkbox' })}
      size="md"
      label={label}
      description={t('general.fitHint')}
    />
  );
}

function ClusteringField({ form, label }: FieldProps) {
  const { t } = useTranslation();
  return (
    <Switch
      {...form.getInputProps('clustering', { type: 'checkbox' })}
      size="md"
      label={label}
      description={t('general.clusteringHint')}
    />
  );
}
