import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapTexts } from './engine/map-engine.ts';

/** The map's texts in the current language; `label` names this map among others on the screen. */
export function useMapTexts(label: string | undefined): MapTexts {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      region: label ?? t('map.region'),
      group: t('map.pins.group'),
      post: ({ title, isApproximate }) => {
        const name = title ? t('map.pins.post', { title }) : t('map.pins.untitled');
        return isApproximate ? `${name}, ${t('post.approximate')}` : name;
      },
      cluster: (count) => t('map.pins.cluster', { count }),
      attribution: t('map.attribution'),
      scrollHint: t('map.hint.scroll'),
      scrollHintMac: t('map.hint.scroll_mac'),
      touchHint: t('map.hint.touch'),
    }),
    [t, label],
  );
}
