/** The map of the area, moved by hand, or to a box that is drawn over it. */
import { Button } from '@mantine/core';
import { IconSquareDashed } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { MapCanvas, type MapHandle } from '../../../blocks/map-canvas/map-canvas.tsx';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from '../setup-page.module.css';
import { BoxDrawing } from './box-drawing.tsx';

interface Props {
  map: RefObject<MapHandle | null>;
  /** The middle of a box that was drawn. */
  onDrawn: (center: LatLon) => void;
  /** No map can be drawn in this browser. */
  onNoMap: () => void;
  /** More buttons beside "Draw a box". */
  children: ReactNode;
}

/** The map with its buttons. */
export function AreaMap({ map, onDrawn, onNoMap, children }: Props) {
  const { t } = useTranslation();
  const { lat, lon, zoom, basemap } = useConfig().map.default_view;
  const [isDrawing, setDrawing] = useState(false);
  return (
    <>
      <div className={classes['actions']}>
        {children}
        <Button
          variant="default"
          leftSection={<Icon icon={IconSquareDashed} size={18} />}
          aria-pressed={isDrawing}
          onClick={() => setDrawing(!isDrawing)}
        >
          {t(isDrawing ? 'setup.step.area.stopDrawing' : 'setup.step.area.draw')}
        </Button>
      </div>
      <div className={classes['map']}>
        <MapCanvas
          ref={map}
          cooperative
          label={t('setup.step.area.map')}
          initialView={{ center: { lat, lon }, zoom }}
          baseLayer={basemap ?? 'embedded'}
          onProblem={({ kind }) => {
            // Without some tiles there still is a map.
            if (kind !== 'tiles') onNoMap();
          }}
        />
        {isDrawing && (
          <BoxDrawing
            getView={() => map.current?.getView() ?? null}
            onDrawn={(bounds, center) => {
              setDrawing(false);
              map.current?.fitBounds(bounds);
              onDrawn(center);
            }}
          />
        )}
      </div>
      <p className={classes['text']}>{t('setup.step.area.visible')}</p>
    </>
  );
}
