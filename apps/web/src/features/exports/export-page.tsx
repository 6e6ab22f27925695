import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import type { FilterControls } from './export-filters.tsx';
import { ExportForm } from './export-form.tsx';
import { ExportHistory } from './export-history.tsx';

/** Data export: create a file, or download an earlier one from the history (spec 3 §2, "Data export"). */
export function ExportPage({ Filters }: { Filters: FilterControls }) {
  const { t } = useTranslation();
  const { tab } = useSearch({ from: '/settings/data-export' });
  const navigate = useNavigate({ from: '/settings/data-export' });
  const open = (value: string | null) =>
    void navigate({
      search: (previous) => ({ ...previous, tab: value === 'history' ? 'history' : undefined }),
      replace: true,
    });
  return (
    <SettingsPage lead={t('export.lead')}>
      <Tabs value={tab ?? 'export'} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="export">{t('export.tab.export')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('export.tab.history')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="export">
          <ExportForm Filters={Filters} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <ExportHistory />
        </Tabs.Panel>
      </Tabs>
    </SettingsPage>
  );
}
