/** Controls for the default value of a field. `field-kinds.ts` says which input has which. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DraftField } from '../draft/survey-draft.ts';

export interface DefaultValueProps {
  field: DraftField;
  error: string | undefined;
  onChange: (values: { default: string }) => void;
}

function useInputProps({ field, error, onChange }: DefaultValueProps) {
  const { t } = useTranslation();
  return {
    size: 'md' as const,
    label: t('survey.field.default'),
    description: t('survey.field.defaultHint'),
    error,
    value: field.default,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ default: event.currentTarget.value }),
  };
}

export const TextDefault = (props: DefaultValueProps) => (
  <TextInput {...useInputProps(props)} dir="auto" inputMode="text" autoComplete="off" />
);

export const NumberDefault = (props: DefaultValueProps) => (
  <TextInput {...useInputProps(props)} dir="ltr" inputMode="decimal" autoComplete="off" />
);

export const LongTextDefault = (props: DefaultValueProps) => (
  <Textarea {...useInputProps(props)} dir="auto" autosize minRows={2} />
);

export const DateDefault = (props: DefaultValueProps) => (
  <TextInput {...useInputProps(props)} type="date" value={props.field.default.slice(0, 10)} />
);

export const DateTimeDefault = (props: DefaultValueProps) => (
  <TextInput
    {...useInputProps(props)}
    type="datetime-local"
    value={props.field.default.replace(' ', 'T').slice(0, 16)}
  />
);

/** One of the field's options, or none. */
export function OptionDefault(props: DefaultValueProps) {
  const { t } = useTranslation();
  const { field } = props;
  const options = [
    ...new Set(field.options.map((option) => String(option).trim()).filter((option) => option !== '')),
  ];
  // A default that is no longer among the options stays visible until another is selected.
  const allOptions =
    options.includes(field.default) || field.default === '' ? options : [...options, field.default];
  const data = [
    { value: '', label: t('survey.field.noDefault') },
    ...allOptions.map((option) => ({ value: option, label: option })),
  ];
  return <NativeSelect {...useInputProps(props)} data={data} />;
}
