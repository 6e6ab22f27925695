import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import type { Point } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { usePlaceName } from '../../../blocks/place-search/use-place-name.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { useLowerSheet } from '../../../ui/layout/sheet-control.ts';
import classes from './post-detail.module.css';

/**
 * The place of a post in words; on a phone, with a button that uncovers the map. The map itself shows the pin.
 * @param at undefined while it is loading
 */
export function DetailPlace({ at }: { at: Point | undefined }) {
  const { t } = useTranslation();
  const lowerSheet = useLowerSheet();
  const place = usePlaceName(at && `${at.lat},${at.lon}`);
  return (
    <div className={classes['place']}>
      <span className={classes['placeName']}>
        {place && (
          <>
            <Icon icon={IconMapPin} size={18} />
            <span dir="auto">{t('post.detail.near', { place })}</span>
          </>
        )}
      </span>
      {lowerSheet && (
        <Button size="sm" variant="default" disabled={!at} onClick={lowerSheet}>
          {t('post.detail.showOnMap')}
        </Button>
      )}
    </div>
  );
}
