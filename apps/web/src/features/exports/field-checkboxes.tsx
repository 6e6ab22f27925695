import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ColorDot } from '../../blocks/color-dot/color-dot.tsx';
import classes from './exports.module.css';
import type { SurveyFields } from './use-survey-fields.ts';

interface Props extends SurveyFields {
  /** Keys of the selected fields. */
  selectedKeys: ReadonlySet<string>;
  onChange: (selectedKeys: Set<string>) => void;
}

/** Checkboxes for the fields of a survey, with one for all of them. */
export function FieldCheckboxes({ survey, fields, selectedKeys, onChange }: Props) {
  const { t } = useTranslation();
  const count = fields.filter((field) => selectedKeys.has(field.key)).length;
  const set = (keys: readonly string[], isOn: boolean) => {
    const next = new Set(selectedKeys);
    for (const key of keys)
      if (isOn) next.add(key);
      else next.delete(key);
    onChange(next);
  };
  return (
    <fieldset className={classes['survey']}>
      <legend className={classes['legend']}>
        <ColorDot color={survey.color} />
        <bdi>{survey.name}</bdi>
      </legend>
      <Checkbox
        className={classes['all'] ?? ''}
        label={t('export.fields.allOf', { count: fields.length })}
        checked={count === fields.length && count > 0}
        indeterminate={count > 0 && count < fields.length}
        disabled={fields.length === 0}
        onChange={(event) =>
          set(
            fields.map((field) => field.key),
            event.currentTarget.checked,
          )
        }
      />
      <div className={classes['boxes']}>
        {fields.map((field) => (
          <Checkbox
            key={field.id}
            label={<bdi>{field.label}</bdi>}
            checked={selectedKeys.has(field.key)}
            onChange={(event) => set([field.key], event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
