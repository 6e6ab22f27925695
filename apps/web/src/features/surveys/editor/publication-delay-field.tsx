/** How long reports wait before they are public. */
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatUnit } from '../../../ui/i18n/format-unit.ts';

/** Hours that are offered. */
const delays = [0, 1, 3, 6, 12, 24, 48, 72, 168, 336, 720];

interface Props {
  hours: number | string;
  /** Whether the survey hides times: then reports become public at the end of a day. */
  hidesTime: boolean;
  onChange: (hours: number) => void;
}

/** Renders the field. A stored delay that is not offered stays in the list. */
export function PublicationDelayField({ hours, hidesTime, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const current = Number(hours);
  const isOffered = delays.includes(current);
  const formatDelay = (delay: number) => {
    const [count, unit] = delay % 24 === 0 ? [delay / 24, 'day'] : [delay, 'hour'];
    return formatUnit(count, unit, i18n.language, { unitDisplay: 'long' });
  };
  return (
    <NativeSelect
      size="md"
      label={t('survey.delay.label')}
      description={t(hidesTime && current > 0 ? 'survey.delay.hintDay' : 'survey.delay.hint')}
      value={String(current)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={(isOffered ? delays : [...delays, current].toSorted((a, b) => a - b)).map((delay) => ({
        value: String(delay),
        label: delay === 0 ? t('survey.delay.none') : formatDelay(delay),
      }))}
    />
  );
}
