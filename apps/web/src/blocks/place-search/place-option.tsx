import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLength } from '../../ui/i18n/format-length.ts';
import type { LatLon } from '../map-canvas/map-types.ts';
import { computeDistanceKm } from '../map-circle/circle-geometry.ts';
import { labelKind } from '../map-names/name-kinds.ts';
import type { PlaceHit } from './place-hits.ts';
import type { PlaceName } from './place-names.ts';
import styles from './place-search.module.css';

/** People from which a town is called a city. */
const cityPopulation = 100_000;

interface Props {
  hit: PlaceHit;
  name: PlaceName | undefined;
  /** Where distances are measured from. */
  near: LatLon;
  /** Whether to say what it is and how far away. */
  isDetailed: boolean;
}

/** A found place in the list of results. */
export function PlaceOption({ hit, name, near, isDetailed }: Props) {
  const { t, i18n } = useTranslation();
  const { mapName } = hit;
  const townType = hit.population >= cityPopulation ? 'city' : 'town';
  const type = mapName ? (mapName.type ?? mapName.kind) : townType;
  const distance = mapName?.distance ?? 1000 * computeDistanceKm(hit, near);
  const missingNumber = mapName?.missing_house_number ?? undefined;
  const details = [
    labelKind(t, type),
    mapName?.place ?? undefined,
    formatLength(distance, i18n.language),
    missingNumber === undefined ? undefined : t('mapNames.missingNumber', { number: missingNumber }),
    mapName?.match === 'similar' ? t('mapNames.similar') : undefined,
  ].filter((detail) => detail !== undefined);
  return (
    <>
      <bdi>{name?.name}</bdi>{' '}
      {name?.coordinates !== undefined && <span className={styles['coordinates']}>{name.coordinates}</span>}
      {isDetailed && (
        <span className={styles['details']}>
          {details.map((detail, index) => (
            <Fragment key={detail}>
              {index > 0 && ' · '}
              <bdi>{detail}</bdi>
            </Fragment>
          ))}
        </span>
      )}
    </>
  );
}
