import { Combobox, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { limits } from '@waypost/contract/common/limits';
import type { Place } from '@waypost/contract/places/places';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LatLon } from '../map-canvas/map-types.ts';
import { findPlusCodeTown, isLink, parsePlaceText } from './parse-place-text.ts';
import { formatPlaceNames } from './place-names.ts';
import styles from './place-search.module.css';
import { usePlaceSearch } from './use-place-search.ts';

interface Props {
  /** Where the user is looking: of places of similar size, nearer ones come first. */
  near: LatLon;
  onChoose: (place: Place) => void;
  disabled: boolean;
}

/**
 * Finds a place by the name of a town, or from coordinates, a Plus Code or a link of a map service; pasted ones are chosen at
 * once. Renders nothing where the server has no place search.
 */
export function PlaceSearch({ near, onChoose, disabled }: Props) {
  const { t, i18n } = useTranslation();
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const [text, setText] = useState('');
  /** After a choice the text is the name of the place, not a query. */
  const [isChosen, setChosen] = useState(false);
  /** The town of a short Plus Code is searched for; other coordinates need no search. */
  const town = findPlusCodeTown(text);
  const isNamed = town !== '' || (!isLink(text) && parsePlaceText(text, near) === null);
  const search = usePlaceSearch(isChosen || !isNamed ? '' : town || text, near, i18n.language);
  const { state } = search;
  if (state === 'unsupported') return null;
  const readCoordinates = (typed: string): Place[] => {
    const place = parsePlaceText(typed, town === '' ? near : (search.places[0] ?? near));
    if (!place) return [];
    const [lat, lon] = [Number(place.lat.toFixed(6)), Number(place.lon.toFixed(6))];
    return [{ id: 0, name: `${lat}, ${lon}`, country: null, population: 0, lat, lon }];
  };
  const coordinates = isChosen || (town !== '' && state !== 'found') ? [] : readCoordinates(text);
  const places = coordinates.length > 0 ? coordinates : search.places;
  const names = formatPlaceNames(places, i18n.language);
  const change = (newText: string) => {
    setText(newText);
    setChosen(false);
    list.resetSelectedOption();
    list.openDropdown();
  };
  const choose = (id: string) => {
    const index = places.findIndex((it) => String(it.id) === id);
    const place = places[index];
    const { name = place?.name ?? '', coordinates: position } = names[index] ?? {};
    if (place) accept(place, position === undefined ? name : `${name} (${position})`);
  };
  const accept = (place: Place, name: string) => {
    setText(name);
    setChosen(true);
    list.closeDropdown();
    onChoose(place);
  };
  const label = t('location.search.label');

  return (
    <div>
      <Combobox store={list} size="md" onOptionSubmit={choose}>
        <Combobox.Target withExpandedAttribute>
          <TextInput
            size="md"
            dir="auto"
            aria-label={label}
            placeholder={t('location.search.placeholder')}
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
            enterKeyHint="search"
            maxLength={limits.placeSearch}
            disabled={disabled}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text');
              const [place] = findPlusCodeTown(pasted) === '' ? readCoordinates(pasted) : [];
              if (!place) return;
              event.preventDefault();
              accept(place, place.name);
            }}
            // Enter would submit the surrounding form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onFocus={() => list.openDropdown()}
            onBlur={() => list.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={places.length === 0}>
          <Combobox.Options aria-label={label} className={styles['options'] ?? ''}>
            {places.map((place, index) => (
              <Combobox.Option key={place.id} value={String(place.id)} className={styles['option'] ?? ''}>
                <bdi>{names[index]?.name}</bdi>{' '}
                <span className={styles['coordinates']}>{names[index]?.coordinates}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <output className={styles['status']}>
        {isLink(text) && coordinates.length === 0 && !isChosen && t('location.search.noCoordinates')}
        {state === 'loading' && t('location.search.loading')}
        {state === 'none' && t('location.search.none')}
        {state === 'failed' && t('location.search.failed')}
        {state === 'found' && (
          <VisuallyHidden>{t('location.search.found', { count: places.length })}</VisuallyHidden>
        )}
      </output>
    </div>
  );
}
