/** The fields that the kind of a rule needs. */
import '@mantine/core/styles/NumberInput.layer.css';
import { NativeSelect, NumberInput, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { listCategories } from '@waypost/contract/categories/categories';
import { limits } from '@waypost/contract/common/limits';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import type { RuleValues } from './rule-input.ts';

const LocationPicker = lazy(() =>
  import('../../blocks/location-picker/location-picker.tsx').then((it) => ({ default: it.LocationPicker })),
);

interface Props {
  form: UseFormReturnType<RuleValues>;
  labels: Record<'tag' | 'form' | 'words' | 'name' | 'location' | 'within_km' | 'hours', string>;
}

/** Renders nothing for a kind without fields. */
export function UrgencyRuleFields({ form, labels }: Props) {
  const { t } = useTranslation();
  const { kind } = form.values;
  if (kind === 'category') return <CategoryField form={form} labels={labels} />;
  if (kind === 'survey') return <SurveyField form={form} labels={labels} />;
  if (kind === 'area') return <AreaFields form={form} labels={labels} />;
  if (kind === 'words')
    return (
      <Textarea
        {...form.getInputProps('words')}
        size="md"
        dir="auto"
        label={labels.words}
        description={t('reviewSettings.urgency.wordsHint')}
        required
        autosize
        minRows={3}
        maxRows={10}
      />
    );
  if (kind === 'age')
    return (
      <NumberInput
        {...form.getInputProps('hours')}
        onChange={(value) => form.setFieldValue('hours', String(value))}
        size="md"
        label={labels.hours}
        required
        min={1}
        max={limits.urgency.hours}
        allowDecimal={false}
      />
    );
  return null;
}

const chooseOption = { value: '', label: '' };

function CategoryField({ form, labels }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(listCategories, {}));
  // The order of the queue would reveal the others.
  const open = data?.results.filter(({ role }) => !role || role.length === 0) ?? [];
  return (
    <NativeSelect
      {...form.getInputProps('tag')}
      size="md"
      label={labels.tag}
      description={t('reviewSettings.urgency.categoryHint')}
      required
      data={[chooseOption, ...open.map(({ id, tag }) => ({ value: String(id), label: tag }))]}
    />
  );
}

function SurveyField({ form, labels }: Props) {
  const { data } = useQuery(buildEndpointQuery(listSurveys, {}));
  const surveys = data?.results ?? [];
  return (
    <NativeSelect
      {...form.getInputProps('form')}
      size="md"
      label={labels.form}
      required
      data={[chooseOption, ...surveys.map(({ id, name }) => ({ value: String(id), label: name }))]}
    />
  );
}

function AreaFields({ form, labels }: Props) {
  const { map } = useConfig();
  const { lat, lon } = map.default_view;
  return (
    <Stack gap="md">
      <TextInput
        {...form.getInputProps('name')}
        size="md"
        dir="auto"
        label={labels.name}
        maxLength={limits.varchar}
      />
      <Suspense fallback={<Skeleton height={320} />}>
        <LocationPicker
          value={form.values.location}
          onChange={(location) => form.setFieldValue('location', location)}
          defaultCenter={{ lat, lon }}
          openingView={null}
          label={labels.location}
        />
      </Suspense>
      <NumberInput
        {...form.getInputProps('within_km')}
        onChange={(value) => form.setFieldValue('within_km', String(value))}
        size="md"
        label={labels.within_km}
        required
        min={limits.urgency.radiusKm.min}
        max={limits.urgency.radiusKm.max}
      />
    </Stack>
  );
}
