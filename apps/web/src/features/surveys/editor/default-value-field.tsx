/** The default value of a field, for types that support it. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { useTranslation } from 'react-i18next';
import type { DraftField } from '../draft/survey-draft.ts';

const inputsWithDefault: ReadonlySet<Attribute['input']> = new Set([
  'text',
  'textarea',
  'markdown',
  'number',
  'date',
  'datetime',
  'select',
  'radio',
]);

/** Whether fields with this input can have a default value. */
export const supportsDefaultValue = ({ input }: Pick<DraftField, 'input'>): boolean =>
  inputsWithDefault.has(input);

interface Props {
  field: DraftField;
  error: string | undefined;
  onChange: (values: { default: string }) => void;
}

/** Input for the default value, by the type of the field. */
export function DefaultValueField({ field, error, onChange }: Props) {
  const { t } = useTranslation();
  const { input } = field;
  const props = {
    size: 'md' as const,
    label: t('survey.field.default'),
    description: t('survey.field.defaultHint'),
    error,
    value: field.default,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ default: event.currentTarget.value }),
  };
  if (input === 'select' || input === 'radio') {
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
    return <NativeSelect {...props} data={data} />;
  }
  if (input === 'textarea' || input === 'markdown')
    return <Textarea {...props} dir="auto" autosize minRows={2} />;
  if (input === 'date') return <TextInput {...props} type="date" value={field.default.slice(0, 10)} />;
  if (input === 'datetime')
    return (
      <TextInput {...props} type="datetime-local" value={field.default.replace(' ', 'T').slice(0, 16)} />
    );
  return (
    <TextInput
      {...props}
      dir={input === 'number' ? 'ltr' : 'auto'}
      inputMode={input === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
    />
  );
}
