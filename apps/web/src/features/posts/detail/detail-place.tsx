import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import type { Point } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { usePlaceName } from '../../../blocks/place-search/use-place-name.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { useLowerSheet } from '../../../ui/layout/sheet-control.ts';
import classes from './post-detail.module.css';

/** The place of a post in words; on a phone, with a button that uncovers the map. The map itself shows the pin. */
export function DetailPlace({ at: { lat, lon } }: { at: Point }) {
  const { t } = useTranslation();
  const lowerSheet = useLowerSheet();
  const place = usePlaceName(`${lat},${lon}`);
  if (!place && !lowerSheet) return null;
  return (
    <div className={classes['place']}>
      {place && (
        <span className={classes['placeName']}>
          <Icon icon={IconMapPin} size={18} />
          <span dir="auto">{t('post.detail.near', { place })}</span>
        </span>
      )}
      {lowerSheet && (
        <Button size="sm" variant="default" onClick={lowerSheet}>
          {t('post.detail.showOnMap')}
        </Button>
      )}
    </div>
  );
}
