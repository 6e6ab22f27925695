import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import type { Point } from '@waypost/contract/posts/posts';
import type { PlacePrecision } from '@waypost/contract/surveys/place-masking';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasMapArchives } from '../../../blocks/map-canvas/archives/use-archive-layers.ts';
import { usePlaceName } from '../../../blocks/place-search/use-place-name.ts';
import { TeamOnly } from '../../../blocks/team-only/team-only.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { formatLength } from '../../../ui/i18n/format-length.ts';
import { useLowerSheet } from '../../../ui/layout/sheet-control.ts';
import { formatDegrees } from '../values/format-answer.ts';
import classes from './post-detail.module.css';

const LazyPlaceWords = lazy(() =>
  import('../../../blocks/map-names/place-words.tsx').then((it) => ({ default: it.PlaceWordsText })),
);

interface Props {
  at: Point | undefined;
  precision: PlacePrecision | undefined;
  /** The public sees a less exact place, or none. */
  isTeamOnly: boolean;
}

/**
 * The place of a post in words; on a phone, with a button that uncovers the map. The map itself shows the pin.
 * @param props `at` is undefined while it is loading, `precision` for exact places
 */
export function DetailPlace({ at, precision, isTeamOnly }: Props) {
  const { t, i18n } = useTranslation();
  const lowerSheet = useLowerSheet();
  const hasMapArchives = useHasMapArchives();
  const place = usePlaceName(at && formatDegrees(at, precision).join(','));
  /** Streets and points are near exact places alone. */
  const renderWords = (town: ReactNode) =>
    at && !precision && hasMapArchives ? (
      <Suspense fallback={null}>
        <LazyPlaceWords at={at} fallback={town} />
      </Suspense>
    ) : (
      town
    );
  return (
    <div className={classes['place']}>
      <span className={classes['placeName']}>
        {place && (
          <>
            <Icon icon={IconMapPin} size={18} />
            <span>
              {renderWords(<span dir="auto">{t('post.detail.near', { place })}</span>)}
              {precision && (
                <span className={classes['approximate']}>
                  {t('post.detail.approximate', { distance: formatLength(precision.radius, i18n.language) })}
                </span>
              )}
            </span>
          </>
        )}
        {isTeamOnly && <TeamOnly fact="place" />}
      </span>
      {lowerSheet && (
        <Button size="sm" variant="default" disabled={!at} onClick={lowerSheet}>
          {t('post.detail.showOnMap')}
        </Button>
      )}
    </div>
  );
}
