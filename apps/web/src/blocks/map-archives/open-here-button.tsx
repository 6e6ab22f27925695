/** Makes the site's map open at the area of a map archive. */
import { Button } from '@mantine/core';
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshConfig, useConfig } from '../../api/config.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import rows from '../../ui/display/row-list.module.css';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import { useChangeOpeningView } from '../settings/use-change-opening-view.ts';
import { type ArchiveView, computeArchiveView } from './archive-view.ts';
import classes from './map-archives.module.css';

/** Whether the map opens at this view: not if it opens where the reports are. */
function useIsOpenedAt(view: ArchiveView | null): boolean {
  const { lat, lon, zoom, fit_map_boundaries: isFitted } = useConfig().map.default_view;
  return view?.lat === lat && view.lon === lon && view.zoom === zoom && !isFitted;
}

function useOpenHere() {
  const changeView = useChangeOpeningView();
  return useAsyncAction(async (view: ArchiveView) => {
    await changeView({ ...view, fit_map_boundaries: false });
    await refreshConfig();
  });
}

interface Props {
  archive: MapArchive;
  /** That of the buttons beside it. */
  size?: 'sm' | 'md';
}

/** The button, with what came of it. Renders nothing while the archive is not on the map. */
export function OpenHereButton({ archive, size = 'sm' }: Props) {
  const { t } = useTranslation();
  const view = computeArchiveView(archive);
  const isHere = useIsOpenedAt(view);
  // The button that was just pressed keeps the focus.
  const [isNeeded, setNeeded] = useState(!isHere);
  if (!isHere && !isNeeded) setNeeded(true);
  const open = useOpenHere();
  if (!view) return null;
  return (
    <div className={classes['openHere']}>
      {isNeeded && (
        <Button
          size={size}
          variant="default"
          loading={open.isPending}
          aria-label={t('maps.openHere.named', { name: archive.name })}
          onClick={() => open.mutate(view)}
        >
          {t('maps.openHere.action')}
        </Button>
      )}
      <output className={rows['detail']}>{isHere && t('maps.openHere.done')}</output>
      {open.error !== null && !isHere && (
        <span role="alert" className={rows['error']}>
          {formatErrorMessage(open.error)}
        </span>
      )}
    </div>
  );
}
