/** What a map is, and its state. */
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { useTranslation } from 'react-i18next';
import rows from '../../ui/display/row-list.module.css';
import { formatBytes } from '../survey-form/photos/format-bytes.ts';
import { MapState } from './map-state.tsx';

/** The text of a row of a list of maps. */
export function MapSummary({ archive }: { archive: MapArchive }) {
  return (
    <div className={rows['text']}>
      <strong>
        <bdi>{archive.name}</bdi>
      </strong>
      <MapState archive={archive} />
      {archive.state === 'ready' && <MapFacts archive={archive} />}
    </div>
  );
}

/** Kind, size, zooms and sources. */
function MapFacts({ archive }: { archive: MapArchive }) {
  const { t } = useTranslation();
  const { schema, size, min_zoom: min, max_zoom: max, attribution } = archive;
  const facts = [
    schema && t(schema === 'raster' ? 'maps.pictures' : 'maps.streets'),
    size !== null && formatBytes(size),
    min !== null && max !== null && t('maps.zooms', { min, max }),
  ].filter((fact) => typeof fact === 'string');
  return (
    <>
      <span className={rows['detail']} data-figures>
        {facts.join(' · ')}
      </span>
      {attribution.length > 0 && (
        <span className={rows['detail']}>
          <bdi>{attribution.map(({ text }) => text).join('')}</bdi>
        </span>
      )}
    </>
  );
}
