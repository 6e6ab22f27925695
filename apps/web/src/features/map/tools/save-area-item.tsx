import '../../../blocks/device/device-labels.ts';
import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMap } from '../../../blocks/map-canvas/map-context.ts';
import { formatMapView } from '../../../blocks/map-canvas/map-view-param.ts';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';

/** Leads to the page that saves what the map shows for use without a network; nothing where a browser cannot. */
export default function SaveAreaItem() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const map = useMap();
  const navigate = useNavigate();
  if (!map || typeof caches === 'undefined') return null;
  return (
    <Menu.Item
      leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
      onClick={() => void navigate({ to: '/device', search: { at: formatMapView(map.getView()) } })}
    >
      {t('device.areas.ofMap')}
    </Menu.Item>
  );
}
