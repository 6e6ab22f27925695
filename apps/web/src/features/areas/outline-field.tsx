/** The field for the outline of an area: on a map, and as coordinates. */
import { Button, Textarea } from '@mantine/core';
import type { AreaFeature } from '@waypost/contract/areas/area-outlines';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bounds } from '../../blocks/map-canvas/map-types.ts';
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import classes from './areas.module.css';
import type { Corners } from './use-corners.ts';

const CornersMap = lazy(() => import('./corners-map.tsx'));

interface Props {
  corners: Corners;
  /** Where the map begins; null until it is known. */
  bounds: Bounds | null;
  /** The other areas of the set. */
  neighbors: readonly AreaFeature[];
}

/** The field. */
export function OutlineField({ corners, bounds, neighbors }: Props) {
  const { t } = useTranslation();
  const { text, rings, isOpen, selected, error } = corners;
  const loading = <ListSkeleton rows={1} height={360} />;
  return (
    <>
      <p className={classes['text']}>{t(isOpen ? 'areas.draw.hint' : 'areas.draw.hintClosed')}</p>
      <Suspense fallback={loading}>
        {bounds ? <CornersMap corners={corners} bounds={bounds} neighbors={neighbors} /> : loading}
      </Suspense>
      <Button
        variant="default"
        size="md"
        disabled={!(selected || (isOpen && rings.length > 0))}
        onClick={corners.remove}
      >
        {t(isOpen && !selected ? 'areas.draw.undo' : 'areas.draw.remove')}
      </Button>
      <Textarea
        size="md"
        required
        rows={5}
        dir="ltr"
        label={t('areas.draw.corners')}
        description={t('areas.draw.asText')}
        value={text}
        error={error}
        onChange={({ currentTarget }) => corners.setText(currentTarget.value)}
      />
    </>
  );
}
