/** The page of maps: archives with their state, in the order in which they are drawn. */
import '../../ui/i18n/maps-labels.ts';
import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { useMapList } from '../../blocks/map-archives/use-map-list.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import rows from '../../ui/display/row-list.module.css';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { MapRow } from './map-row.tsx';

/** The settings page. */
export function MapsPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const adding = useLazyDialog(() => import('./add-map-dialog.tsx'));
  return (
    <SettingsPage
      isWide
      lead={
        <>
          {t('maps.lead')}{' '}
          <Anchor href="/help/administrator/maps" target="_blank" underline="always">
            {t('maps.help')}
          </Anchor>
        </>
      }
      actions={
        <Button size="md" leftSection={<Icon icon={IconPlus} size={18} />} onClick={() => adding.open({})}>
          {t('maps.add.action')}
        </Button>
      }
    >
      <MapList />
      {adding.dialog}
    </SettingsPage>
  );
}

function MapList() {
  const { t } = useTranslation();
  const { data, error, refetch } = useMapList();
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} height={88} />;
  if (data.total_count === 0)
    return <EmptyState title={t('maps.none.title')}>{t('maps.none.text')}</EmptyState>;
  // The map that is drawn on top comes first.
  const archives = data.results.toReversed();
  return (
    <ul className={rows['list']} aria-label={t('settings.entry.maps.title')}>
      {archives.map((archive, index) => (
        <MapRow key={archive.id} archive={archive} index={index} count={archives.length} />
      ))}
    </ul>
  );
}
