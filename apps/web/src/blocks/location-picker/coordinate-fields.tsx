import { Button, TextInput } from '@mantine/core';
import { parsePlaceText } from '@waypost/survey-logic/places/parse-place-text';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LatLon } from '../map-canvas/map-types.ts';
import styles from './location-picker.module.css';
import { type CoordinateErrors, parseCoordinates, roundCoordinates } from './parse-coordinate.ts';

interface Props {
  value: LatLon | null;
  /** The reference of short Plus Codes. */
  near: LatLon;
  onSubmit: (value: LatLon | null) => void;
  disabled: boolean;
  /** Whether they are unfolded from the start. */
  isOpen: boolean;
}

const formatCoordinates = (value: LatLon | null) => ({
  lat: value ? String(value.lat) : '',
  lon: value ? String(value.lon) : '',
});

/** Around coordinates, which would be reordered in a sentence from right to left. */
const leftToRight = '\u2066';
const endOfIsolate = '\u2069';

/**
 * Latitude and longitude as text fields: a number field drops invalid input, and with it the chance to say what is wrong.
 * They are folded away: most people choose a place by name, on the map or from their device.
 * The input is applied by the button, by Enter, or when the focus leaves both fields. A pasted pair of coordinates fills both.
 */
export function CoordinateFields({ value, near, onSubmit, disabled, isOpen }: Props) {
  const { t } = useTranslation();
  const [isUnfolded = isOpen, setUnfolded] = useState<boolean>();
  const [lastValue, setLastValue] = useState(value);
  const [text, setText] = useState(formatCoordinates(value));
  const [errors, setErrors] = useState<CoordinateErrors>({});
  if (lastValue?.lat !== value?.lat || lastValue?.lon !== value?.lon) {
    // The marker was moved: its position replaces the input.
    setLastValue(value);
    setText(formatCoordinates(value));
    setErrors({});
  }

  const submit = () => {
    const parsed = parseCoordinates(text.lat, text.lon);
    setErrors(parsed.ok ? {} : parsed.errors);
    if (parsed.ok) onSubmit(parsed.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would submit the surrounding form.
    event.preventDefault();
    submit();
  };
  const field = (axis: 'lat' | 'lon', label: string) => (
    <TextInput
      size="md"
      label={label}
      inputMode="text"
      dir="ltr"
      autoComplete="off"
      disabled={disabled}
      value={text[axis]}
      error={errors[axis] && t(`location.error.${errors[axis]}`, { label })}
      onChange={(event) => setText({ ...text, [axis]: event.currentTarget.value })}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const place = parsePlaceText(event.clipboardData.getData('text'), near);
        if (!place) return;
        event.preventDefault();
        onSubmit(roundCoordinates(place));
      }}
    />
  );

  const { lat, lon } = formatCoordinates(value);
  const isChanged = text.lat !== lat || text.lon !== lon;
  return (
    <details
      className={styles['coordinateDetails']}
      open={isUnfolded}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary>
        {value
          ? t('location.chosen_coordinates', { place: `${leftToRight}${lat}, ${lon}${endOfIsolate}` })
          : t('location.coordinates')}
      </summary>
      <div
        className={styles['coordinatesFrame']}
        onBlur={(event) => isChanged && !event.currentTarget.contains(event.relatedTarget) && submit()}
      >
        <div className={styles['coordinates']}>
          {field('lat', t('location.latitude'))}
          {field('lon', t('location.longitude'))}
          <Button variant="default" size="md" onClick={submit} disabled={disabled}>
            {t('location.update_map')}
          </Button>
        </div>
      </div>
    </details>
  );
}
