/** Places that a report may be about; a click selects one as its location. keys: suggestPlaces.why.* */
import './suggested-place-labels.ts';
import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SuggestedPlace, suggestPlaces } from '@waypost/contract/data-sources/data-sources';
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

interface Props {
  postId: number;
  onChoose: (place: LatLon) => void;
}

/** In the form: buttons that select a place. */
export function SuggestedPlaces({ postId, onChoose }: Props) {
  const { t } = useTranslation();
  const formatPlaceName = usePlaceNameFormatter();
  return (
    <SuggestedPlaceList postId={postId} lead={t('suggestedPlaces.lead')}>
      {(place) => (
        <Button
          variant="default"
          size="sm"
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
export default function SuggestedPlacesOnPost({ postId }: Pick<Props, 'postId'>) {
  const { t } = useTranslation();
  const formatPlaceName = usePlaceNameFormatter();
  return (
    <SuggestedPlaceList
      postId={postId}
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

interface SuggestedPlaceListProps {
  postId: number;
  lead: ReactNode;
  children: (place: SuggestedPlace) => ReactNode;
}

/** Renders nothing without suggestions, or on a server that has no suggestions. */
function SuggestedPlaceList({ postId, lead, children }: SuggestedPlaceListProps) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(suggestPlaces, { params: { id: postId } }));
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
