/** The page of layers: GeoJSON that the map shows above the base map, in the order in which it is drawn. */
import '../../ui/i18n/layers-labels.ts';
// Messages about addresses are those of maps.
import '../../ui/i18n/maps-labels.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Layer, listLayers } from '@waypost/contract/layers/layers';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import rows from '../../ui/display/row-list.module.css';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { isBeingFetched, LayerRow } from './layer-row.tsx';

/** While a layer is being fetched for the first time. */
const pollMs = 1500;

/** The settings page. */
export function LayersPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const adding = useLazyDialog(() => import('./add-layer-dialog.tsx'));
  return (
    <SettingsPage
      isWide
      lead={t('layers.lead')}
      actions={
        <Button size="md" leftSection={<Icon icon={IconPlus} size={18} />} onClick={() => adding.open({})}>
          {t('layers.add')}
        </Button>
      }
    >
      <LayerList />
      {adding.dialog}
    </SettingsPage>
  );
}

function LayerList() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listLayers, { query: { orderby: 'position', order: 'asc' } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.results.some(isBeingFetched) ? pollMs : false),
  });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} height={88} />;
  if (data.total_count === 0)
    return <EmptyState title={t('layers.none.title')}>{t('layers.none.text')}</EmptyState>;
  // The layer that is drawn on top comes first.
  const layers: Layer[] = data.results.toReversed();
  return (
    <ul className={rows['list']} aria-label={t('settings.entry.layers.title')}>
      {layers.map((layer, index) => (
        <LayerRow key={layer.id} layer={layer} index={index} count={layers.length} />
      ))}
    </ul>
  );
}
