/** Fields that the dialogs of adding and editing a layer share. */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/ColorInput.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { Checkbox, ColorInput, NativeSelect, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { colorPresets } from '@waypost/contract/common/scalars';
import { layerLimits } from '@waypost/contract/layers/layer-limits';
import type { Layer } from '@waypost/contract/layers/layers';
import type { ServiceLayer } from '@waypost/contract/layers/service-layers';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { type LayerForm, type LayerValues, opacityShares, refreshIntervals } from './save-layer.ts';
import { ServiceLayerChoice } from './service-layer-choice.tsx';

/** Types whose content this site fetches from time to time. */
type FetchedType = 'geojson' | 'style';
type ServiceType = Exclude<Layer['type'], FetchedType>;
type Form = Pick<ReturnType<typeof useContractForm<LayerValues, LayerForm>>, 'field' | 'check' | 'form'>;

/** Labels of the fields. */
export const buildLabels = (t: TFunction) => ({
  name: t('layers.field.name'),
  file: t('layers.field.file'),
  data_url: t('layers.field.address'),
  layers: t('layers.field.layers'),
  refresh_minutes: t('layers.field.refresh'),
  color: t('layers.field.color'),
  opacity: t('layers.field.opacity'),
  attribution: t('layers.field.attribution'),
  visible_by_default: t('layers.field.visible'),
  is_base_map: t('layers.field.baseMap'),
});

/** Addresses of files, for example. */
const fileExamples: Readonly<Record<FetchedType, string>> = {
  geojson: 'https://example.org/clinics.geojson',
  style: 'https://example.org/style.json?key=…',
};

/** The address, and how often it is fetched. keys: layers.every.* */
function AddressFields({ form: { field }, type }: { form: Form; type: FetchedType }) {
  const { t } = useTranslation();
  const intervals = Object.entries(refreshIntervals) as [keyof typeof refreshIntervals, string][];
  return (
    <>
      <TextInput
        size="md"
        required
        type="url"
        dir="ltr"
        placeholder={fileExamples[type]}
        description={
          type === 'style'
            ? `${t('layers.field.styleHint')} ${t('layers.field.serviceHint')}`
            : t('layers.field.addressHint')
        }
        {...field('data_url')}
      />
      <NativeSelect
        size="md"
        data={intervals.map(([name, value]) => ({ value, label: t(`layers.every.${name}`) }))}
        {...field('refresh_minutes')}
      />
    </>
  );
}

/** Addresses of services, for example. */
const serviceExamples: Readonly<Record<ServiceType, string>> = {
  tile: 'https://example.org/tiles/{z}/{x}/{y}.png?key=…',
  tilejson: 'https://example.org/tiles.json?key=…',
  wms: 'https://example.org/wms?key=…',
};

/** The address of a service, and what it is asked for. keys: layers.field.tileHint layers.field.tilejsonHint layers.field.wmsHint */
function ServiceFields({ form: { field, check, form }, type }: { form: Form; type: ServiceType }) {
  const { t } = useTranslation();
  const choose = ({ name, title, address }: ServiceLayer) => {
    if (address === null) form.setFieldValue('layers', name);
    else form.setFieldValue('data_url', address);
    form.clearFieldError('data_url');
    if (form.values.name === '') form.setFieldValue('name', title.slice(0, limits.layerName.max));
  };
  return (
    <>
      <TextInput
        size="md"
        required
        type="url"
        dir="ltr"
        placeholder={serviceExamples[type]}
        description={`${t(`layers.field.${type}Hint`)} ${t('layers.field.serviceHint')}`}
        {...field('data_url')}
      />
      {type !== 'tilejson' && (
        <ServiceLayerChoice
          key={type}
          type={type}
          address={form.values.data_url}
          onChoose={choose}
          onError={(text) => form.setFieldError('data_url', text)}
        />
      )}
      {type === 'wms' && (
        <TextInput
          size="md"
          required
          dir="ltr"
          description={t('layers.field.layersHint')}
          {...field('layers')}
        />
      )}
      <Checkbox size="md" description={t('layers.field.baseMapHint')} {...check('is_base_map')} />
    </>
  );
}

/** Where the content of a layer comes from. */
export const SourceFields = ({ form, type }: { form: Form; type: Layer['type'] }) =>
  type === 'geojson' || type === 'style' ? (
    <AddressFields form={form} type={type} />
  ) : (
    <ServiceFields form={form} type={type} />
  );

/** How the layer is drawn. A style says it itself. */
export function LookFields({ form: { field, check }, type }: { form: Form; type: Layer['type'] }) {
  const { t } = useTranslation();
  return (
    <>
      {type === 'geojson' && (
        <ColorInput
          size="md"
          swatches={[...colorPresets]}
          swatchesPerRow={4}
          format="hex"
          withEyeDropper={false}
          {...field('color')}
        />
      )}
      {type !== 'style' && (
        <NativeSelect
          size="md"
          data={opacityShares.map((value) => ({
            value,
            label: t('layers.percent', { share: Number(value) }),
          }))}
          {...field('opacity')}
        />
      )}
      <TextInput
        size="md"
        maxLength={layerLimits.attribution}
        dir="auto"
        description={t('layers.field.attributionHint')}
        {...field('attribution')}
      />
      <Checkbox size="md" {...check('visible_by_default')} />
    </>
  );
}
