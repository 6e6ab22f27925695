/** The area without a map, where none can be drawn: its middle and how large it is. keys: setup.step.area.size.* */
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CoordinateErrors } from '../../../blocks/location-picker/parse-coordinate.ts';
import classes from '../setup-page.module.css';
import { type AreaSize, areaSizes, type TypedArea } from './use-area-view.ts';

interface Props {
  area: TypedArea;
  errors: CoordinateErrors;
  onChange: (part: Partial<TypedArea>) => void;
}

/** The fields. */
export function AreaFields({ area, errors, onChange }: Props) {
  const { t } = useTranslation();
  const coordinate = (axis: 'lat' | 'lon', label: string) => (
    <TextInput
      size="md"
      label={label}
      dir="ltr"
      inputMode="text"
      autoComplete="off"
      value={area[axis]}
      error={errors[axis] && t(`location.error.${errors[axis]}`, { label })}
      onChange={(event) => onChange({ [axis]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <output>{t('setup.step.area.noMap')}</output>
      <div className={classes['fields']}>
        {coordinate('lat', t('location.latitude'))}
        {coordinate('lon', t('location.longitude'))}
        <NativeSelect
          size="md"
          label={t('setup.step.area.size.label')}
          value={area.size}
          onChange={(event) => onChange({ size: event.currentTarget.value as AreaSize })}
          data={areaSizes.map(({ size }) => ({ value: size, label: t(`setup.step.area.size.${size}`) }))}
        />
      </div>
    </>
  );
}
