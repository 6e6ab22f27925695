import './place-search-labels.ts';
import { Combobox, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useNetwork } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { limits } from '@waypost/contract/common/limits';
import { findPlusCodeTown, isLink, parsePlaceText } from '@waypost/survey-logic/places/parse-place-text';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import type { LatLon } from '../map-canvas/map-types.ts';
import { computeDistanceKm } from '../map-circle/circle-geometry.ts';
import { findOnlyHit, type PlaceHit } from './place-hits.ts';
import { formatPlaceNames } from './place-names.ts';
import { PlaceOption } from './place-option.tsx';
import styles from './place-search.module.css';
import { usePlaceSearch } from './use-place-search.ts';

/** Kilometres within which two points are the same place: coordinates are rounded when they are stored. */
const samePlaceKm = 0.001;

const isSamePlace = (a: LatLon | null | undefined, b: LatLon | null | undefined) =>
  a && b ? computeDistanceKm(a, b) < samePlaceKm : a === b;

/** Props of the search. */
export interface PlaceSearchProps {
  /** Where the user is looking: of equally good hits, nearer ones come first. */
  near: LatLon;
  onChoose: (place: PlaceHit) => void;
  disabled?: boolean;
  /** The place that is chosen now, by whichever way. The name of a result is cleared once this is another place. */
  value?: LatLon | null | undefined;
}

/**
 * Finds a place by the name of a town, by a street where there are map archives, or from coordinates, a Plus Code or a link of a map service; pasted ones are chosen at
 * once. Says that it needs a connection while there is none. Renders nothing where the server has no place search.
 */
export function PlaceSearch({ near, onChoose, disabled = false, value = null }: PlaceSearchProps) {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const [text, setText] = useState('');
  /** After a choice the text is the name of this place, not a query. */
  const [chosen, setChosen] = useState<PlaceHit>();
  const isChosen = chosen !== undefined;
  const [lastValue, setLastValue] = useState(value);
  const { online } = useNetwork();
  /** The text that Enter was pressed in, maybe before its hits had arrived. */
  const [entered, setEntered] = useState<string>();
  /** The town of a short Plus Code is searched for; other coordinates need no search. */
  const town = findPlusCodeTown(text);
  const isNamed = town !== '' || (!isLink(text) && parsePlaceText(text, near) === null);
  const search = usePlaceSearch(isChosen || !isNamed ? '' : town || text, near, i18n.language);
  const { state } = search;
  const readCoordinates = (typed: string): PlaceHit[] => {
    const place = parsePlaceText(typed, town === '' ? near : (search.places[0] ?? near));
    if (!place) return [];
    const [lat, lon] = [Number(place.lat.toFixed(6)), Number(place.lon.toFixed(6))];
    return [{ id: 0, name: `${lat}, ${lon}`, country: null, population: 0, lat, lon }];
  };
  const coordinates = isChosen || (town !== '' && state !== 'found') ? [] : readCoordinates(text);
  const places = coordinates.length > 0 ? coordinates : search.places;
  const names = formatPlaceNames(places, i18n.language, t);
  const placeIds = places.map(({ id }) => id).join();
  const { updateSelectedOptionIndex } = list;
  // Enter chooses by index: other places may have taken that of the marked one.
  useEffect(() => {
    if (placeIds !== '') updateSelectedOptionIndex('selected');
  }, [placeIds, updateSelectedOptionIndex]);
  const change = (newText: string) => {
    setText(newText);
    setChosen(undefined);
    setEntered(undefined);
    list.resetSelectedOption();
    list.openDropdown();
  };
  const choose = (id: string) => {
    const index = places.findIndex((it) => String(it.id) === id);
    const place = places[index];
    const { name = place?.name ?? '', coordinates: position } = names[index] ?? {};
    if (place) accept(place, position === undefined ? name : `${name} (${position})`);
  };
  const accept = (place: PlaceHit, name: string) => {
    setText(name);
    setChosen(place);
    list.closeDropdown();
    onChoose(place);
  };
  if (!isSamePlace(value, lastValue)) {
    setLastValue(value);
    // The marker was moved, for example: the name of the result would be that of another place.
    if (chosen && !isSamePlace(value, chosen)) {
      setText('');
      setChosen(undefined);
    }
  }
  const isCurrent = state === 'found' || coordinates.length > 0;
  const only = entered === text && isCurrent && !isChosen ? findOnlyHit(places, text)?.id : undefined;
  const chooseEntered = useEffectEvent((id: number) => choose(String(id)));
  useEffect(() => {
    if (only !== undefined) chooseEntered(only);
  }, [only]);
  if (state === 'unsupported') return null;
  const label = t(search.hasStreets ? 'location.search.streetLabel' : 'location.search.label');

  return (
    <div className={styles['search']}>
      {/* Inside the form that scrolls: the list is bounded by it, and opens upwards above the form's buttons. */}
      <Combobox
        store={list}
        size="md"
        onOptionSubmit={choose}
        withinPortal={false}
        // The library hides the list of a field that stands partly under the form's buttons.
        hideDetached={false}
        middlewares={{
          flip: true,
          shift: true,
          size: {
            apply: ({ availableHeight, elements }) =>
              elements.floating.style.setProperty('--available-height', `${availableHeight}px`),
          },
        }}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            size="md"
            dir="auto"
            aria-label={label}
            placeholder={t(
              search.hasStreets ? 'location.search.streetPlaceholder' : 'location.search.placeholder',
            )}
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
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // It would submit the surrounding form.
              event.preventDefault();
              const isMarked = list.dropdownOpened && list.getSelectedOptionIndex() !== -1;
              if (!isMarked && !event.nativeEvent.isComposing) setEntered(text);
            }}
            onFocus={() => list.openDropdown()}
            onBlur={() => list.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={places.length === 0}>
          <Combobox.Options aria-label={label} className={styles['options'] ?? ''}>
            {places.map((place, index) => (
              <Combobox.Option key={place.id} value={String(place.id)} className={styles['option'] ?? ''}>
                <PlaceOption
                  hit={place}
                  name={names[index]}
                  near={near}
                  isDetailed={search.hasStreets && coordinates.length === 0}
                />
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <output className={styles['status']}>
        {isLink(text) && coordinates.length === 0 && !isChosen && t('location.search.noCoordinates')}
        {state === 'loading' && t('location.search.loading')}
        {state === 'none' && t('location.search.none')}
        {state === 'failed' &&
          t(online && navigator.onLine ? 'location.search.failed' : 'location.search.offline')}
        {state === 'found' && (
          <VisuallyHidden>{t('location.search.found', { count: places.length })}</VisuallyHidden>
        )}
      </output>
    </div>
  );
}
