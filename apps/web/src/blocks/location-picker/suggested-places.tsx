/** Places that a report may be about; a click selects one as its location. keys: suggestedPlaces.why.* */
import './suggested-place-labels.ts';
import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import {
  type SuggestedPlace,
  suggestPlaces,
  suggestPlacesForText,
} from '@waypost/contract/data-sources/data-sources';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import type { LatLon } from '../map-canvas/map-types.ts';
import styles from './suggested-places.module.css';

function usePlaceNameFormatter() {
  const { i18n } = useTranslation();
  const regions = new Intl.DisplayNames([resolveFormatLocale(i18n.language)], {
    type: 'region',
    fallback: 'code',
  });
  return ({ name, country, lat, lon }: SuggestedPlace): string => {
    if (name === null) return `${lat}, ${lon}`;
    return country ? `${name}, ${regions.of(country)}` : name;
  };
}

/** The report that mentions places: one that is stored, or the text of a new one. */
export type SuggestionSource = { postId: number } | { text: string };

interface Props {
  source: SuggestionSource;
  onChoose: (place: LatLon) => void;
}

/** In the form: buttons that select a place. */
export function SuggestedPlaces({ source, onChoose }: Props) {
  const { t } = useTranslation();
  const formatPlaceName = usePlaceNameFormatter();
  return (
    <SuggestedPlaceList source={source} lead={t('suggestedPlaces.lead')}>
      {(place) => (
        <Button
          variant="default"
          size="md"
          leftSection={<Icon icon={IconMapPin} size={16} />}
          aria-label={t('suggestedPlaces.choose', { name: formatPlaceName(place) })}
          onClick={() => onChoose({ lat: place.lat, lon: place.lon })}
        >
          <bdi>{formatPlaceName(place)}</bdi>
        </Button>
      )}
    </SuggestedPlaceList>
  );
}

/** On a post without a location, for those who may edit it: a list with a link to the form. */
export default function SuggestedPlacesOnPost({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const formatPlaceName = usePlaceNameFormatter();
  return (
    <SuggestedPlaceList
      source={{ postId }}
      lead={
        <TextLink to="/posts/$postId/edit" params={{ postId: String(postId) }}>
          {t('suggestedPlaces.edit')}
        </TextLink>
      }
    >
      {(place) => <bdi className={styles['name']}>{formatPlaceName(place)}</bdi>}
    </SuggestedPlaceList>
  );
}

/** Fewer letters name no place. */
const MIN_LETTERS = 3;

function useSuggestedPlaces(source: SuggestionSource) {
  const isStored = 'postId' in source;
  const text = isStored ? '' : source.text.trim().slice(0, limits.placeText);
  const canNamePlaces = text.length >= MIN_LETTERS;
  const stored = useQuery({
    ...buildEndpointQuery(suggestPlaces, { params: { id: isStored ? source.postId : 0 } }),
    enabled: isStored,
  });
  const written = useQuery({
    ...buildEndpointQuery(suggestPlacesForText, { body: { text } }, { ignoresRefusal: true }),
    enabled: canNamePlaces,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (isStored) return stored.data;
  return canNamePlaces ? written.data : undefined;
}

interface SuggestedPlaceListProps {
  source: SuggestionSource;
  lead: ReactNode;
  children: (place: SuggestedPlace) => ReactNode;
}

/** Renders nothing without suggestions, or on a server that has no suggestions. */
function SuggestedPlaceList({ source, lead, children }: SuggestedPlaceListProps) {
  const { t } = useTranslation();
  const data = useSuggestedPlaces(source);
  if (!data || data.results.length === 0) return null;
  return (
    <section className={styles['places']} aria-label={t('suggestedPlaces.title')}>
      <strong>{t('suggestedPlaces.title')}</strong>
      <p>{lead}</p>
      <ul>
        {data.results.map((place) => (
          <li key={`${place.lat} ${place.lon}`}>
            {children(place)}
            <span>{t(`suggestedPlaces.why.${place.why}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
