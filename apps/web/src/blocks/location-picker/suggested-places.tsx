/** Places that a report may be about, to be put on the map by a press. keys: suggestedPlaces.why.* */
import './places-words.ts';
import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SuggestedPlace, suggestPlaces } from '@waypost/contract/data-sources';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/query-client.ts';
import { formatsOf } from '../../ui/formats-of.ts';
import { Icon } from '../../ui/icon.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { LatLon } from '../map-canvas/map-types.ts';
import styles from './suggested-places.module.css';

function usePlaceName() {
  const { i18n } = useTranslation();
  const regions = new Intl.DisplayNames([formatsOf(i18n.language)], { type: 'region', fallback: 'code' });
  return ({ name, country, lat, lon }: SuggestedPlace): string => {
    if (name === null) return `${lat}, ${lon}`;
    return country ? `${name}, ${regions.of(country)}` : name;
  };
}

interface Props {
  postId: number;
  onChoose: (place: LatLon) => void;
}

/** In the form: a press puts one on the map. */
export function SuggestedPlaces({ postId, onChoose }: Props) {
  const { t } = useTranslation();
  const nameOf = usePlaceName();
  return (
    <Places postId={postId} lead={t('suggestedPlaces.lead')}>
      {(place) => (
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon of={IconMapPin} size={16} />}
          aria-label={t('suggestedPlaces.choose', { name: nameOf(place) })}
          onClick={() => onChoose({ lat: place.lat, lon: place.lon })}
        >
          <bdi>{nameOf(place)}</bdi>
        </Button>
      )}
    </Places>
  );
}

/** Beside a report that is nowhere yet, for those who may edit it: the form is where one is chosen. */
export default function SuggestedOnPost({ postId }: Pick<Props, 'postId'>) {
  const { t } = useTranslation();
  const nameOf = usePlaceName();
  return (
    <Places
      postId={postId}
      lead={
        <TextLink to="/posts/$postId/edit" params={{ postId: String(postId) }}>
          {t('suggestedPlaces.edit')}
        </TextLink>
      }
    >
      {(place) => <bdi className={styles['name']}>{nameOf(place)}</bdi>}
    </Places>
  );
}

interface PlacesProps {
  postId: number;
  lead: ReactNode;
  children: (place: SuggestedPlace) => ReactNode;
}

/** Nothing where nothing is suggested, or another server knows of no suggestions. */
function Places({ postId, lead, children }: PlacesProps) {
  const { t } = useTranslation();
  const { data } = useQuery(read(suggestPlaces, { params: { id: postId } }, { quiet: true }));
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
