import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ColorDot } from '../../../blocks/color-dot/color-dot.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import classes from './filters.module.css';

interface CheckboxOption {
  value: string;
  label: string;
  /** Colour of a survey, as on the map. */
  color?: string | null;
  /** Number of posts that match this option. */
  count?: number | undefined;
}

interface Props {
  options: readonly CheckboxOption[];
  selectedValues: readonly string[];
  onChange: (selectedValues: string[]) => void;
}

/** Group of checkboxes for a multiple choice. */
export function CheckboxGroup({ options, selectedValues, onChange }: Props) {
  const toggle = (value: string, isOn: boolean) =>
    onChange(isOn ? [...selectedValues, value] : selectedValues.filter((selected) => selected !== value));
  const { i18n } = useTranslation();
  const numberFormat = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  return (
    <div className={classes['choices']}>
      {options.map(({ value, label, color, count }) => (
        <Checkbox
          key={value}
          classNames={{ body: classes['choice'] ?? '' }}
          label={
            <span className={classes['choiceLabel']}>
              {color !== undefined && <ColorDot color={color} />}
              <span dir="auto">{label}</span>
              {count !== undefined && (
                <span className={classes['optionCount']} aria-hidden data-figures>
                  {numberFormat.format(count)}
                </span>
              )}
            </span>
          }
          checked={selectedValues.includes(value)}
          onChange={(event) => toggle(value, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}
