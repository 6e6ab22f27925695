/** What others see instead of a place. keys: survey.places.* */
import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { placeGridSizes, placeMasks } from '@waypost/contract/surveys/place-masking';
import { PlaceMaskingForm } from '@waypost/contract/surveys/survey-forms';
import { computeDisplacedSquareSide } from '@waypost/survey-logic/location-precision';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSchemaErrors } from '../../../api/schema-errors.ts';
import { formatLength } from '../../../ui/i18n/format-length.ts';
import { formatUnit } from '../../../ui/i18n/format-unit.ts';
import {
  type PlaceMaskingDraft,
  readTypedNumber,
  resetInvalidNumbers,
} from '../draft/place-masking-draft.ts';
import { PlaceMaskPicture } from './place-mask-picture.tsx';
import classes from './place-masking.module.css';

interface Props {
  masking: PlaceMaskingDraft;
  onChange: (values: Partial<PlaceMaskingDraft>) => void;
}

type NumberName = 'place_min_distance' | 'place_max_distance' | 'place_min_reports';

/** keys: survey.places.place_* */
const useNumberLabels = (): Record<NumberName, string> => {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      place_min_distance: t('survey.places.place_min_distance'),
      place_max_distance: t('survey.places.place_max_distance'),
      place_min_reports: t('survey.places.place_min_reports'),
    }),
    [t],
  );
};

/** Renders the choice, each with a picture, and the numbers that belong to it. */
export default function PlaceMaskingFields({ masking, onChange }: Props) {
  const { t } = useTranslation();
  const { place_mask } = masking;
  return (
    <div className={classes['masking']}>
      <Radio.Group
        label={t('survey.places.label')}
        value={place_mask}
        onChange={(value) => {
          const chosen = placeMasks.find((mask) => mask === value) ?? 'rounded';
          onChange({ ...resetInvalidNumbers(masking), place_mask: chosen });
        }}
      >
        <Stack gap="sm" mt="xs">
          {placeMasks.map((mask) => (
            <div key={mask} className={classes['mask']}>
              <Radio
                size="md"
                value={mask}
                label={t(`survey.places.${mask}.label`)}
                description={t(`survey.places.${mask}.text`)}
              />
              <PlaceMaskPicture mask={mask} />
            </div>
          ))}
        </Stack>
      </Radio.Group>
      <MaskNumbers masking={masking} onChange={onChange} />
    </div>
  );
}

function MaskNumbers({ masking, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const labels = useNumberLabels();
  const errors = useMemo(() => formatSchemaErrors(PlaceMaskingForm, masking, labels), [masking, labels]);
  const { place_mask, place_grid_km } = masking;
  const numberField = (name: NumberName, description?: string) => (
    <TextInput
      size="md"
      required
      withAsterisk={false}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      label={labels[name]}
      description={description}
      value={String(masking[name])}
      error={errors[name]}
      onChange={(event) => onChange({ [name]: readTypedNumber(event.currentTarget.value) })}
    />
  );
  const nearest = Number(masking.place_min_distance);
  const side = computeDisplacedSquareSide(nearest, Number(masking.place_max_distance));
  const isRingValid =
    errors['place_min_distance'] === undefined && errors['place_max_distance'] === undefined;
  return (
    <>
      {place_mask === 'displaced' && (
        <>
          <div className={classes['distances']}>
            {numberField('place_min_distance')}
            {numberField('place_max_distance')}
          </div>
          {isRingValid && (
            <p className={classes['hint']}>
              {t('survey.places.averageHint', { distance: formatLength(side, i18n.language) })}
            </p>
          )}
        </>
      )}
      {place_mask === 'grid' && (
        <NativeSelect
          size="md"
          label={t('survey.places.place_grid_km')}
          value={String(place_grid_km)}
          onChange={(event) => onChange({ place_grid_km: Number(event.currentTarget.value) })}
          data={placeGridSizes.map((km) => ({
            value: String(km),
            label: formatUnit(km, 'kilometer', i18n.language),
          }))}
        />
      )}
      {place_mask !== 'hidden' && numberField('place_min_reports', t('survey.places.minReportsHint'))}
    </>
  );
}
