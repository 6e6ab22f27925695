import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LatLon } from '../map-canvas/map-types.ts';
import styles from './location-picker.module.css';
import { type CoordinateErrors, parseCoordinates } from './parse-coordinate.ts';

interface Props {
  value: LatLon | null;
  onSubmit: (value: LatLon | null) => void;
  disabled: boolean;
}

const formatCoordinates = (value: LatLon | null) => ({
  lat: value ? String(value.lat) : '',
  lon: value ? String(value.lon) : '',
});

/**
 * Latitude and longitude as text, because a number field drops what it cannot read and with it the
 * chance to say what is wrong. Typed text counts once it is sent to the map (button or Enter), or both fields are left:
 * who goes on to the next question has not taken it back.
 */
export function CoordinateFields({ value, onSubmit, disabled }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(value);
  const [text, setText] = useState(formatCoordinates(value));
  const [errors, setErrors] = useState<CoordinateErrors>({});
  if (shown?.lat !== value?.lat || shown?.lon !== value?.lon) {
    // The marker was moved: its place replaces what was typed.
    setShown(value);
    setText(formatCoordinates(value));
    setErrors({});
  }

  const submit = () => {
    const typed = parseCoordinates(text.lat, text.lon);
    setErrors(typed.ok ? {} : typed.errors);
    if (typed.ok) onSubmit(typed.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Inside a form, Enter would send the whole report.
    event.preventDefault();
    submit();
  };
  const field = (axis: 'lat' | 'lon', label: string) => (
    <TextInput
      label={label}
      inputMode="text"
      dir="ltr"
      autoComplete="off"
      disabled={disabled}
      value={text[axis]}
      error={errors[axis] && t(`location.error.${errors[axis]}`)}
      onChange={(event) => setText({ ...text, [axis]: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );

  const { lat, lon } = formatCoordinates(value);
  const isTyped = text.lat !== lat || text.lon !== lon;
  return (
    <div
      className={styles['coordinates']}
      onBlur={(event) => isTyped && !event.currentTarget.contains(event.relatedTarget) && submit()}
    >
      {field('lat', t('location.latitude'))}
      {field('lon', t('location.longitude'))}
      <Button variant="default" onClick={submit} disabled={disabled}>
        {t('location.update_map')}
      </Button>
    </div>
  );
}
