/** Card around a chart: title, grouping, save menu, table view and empty state. */
import { Button, NativeSelect } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import type { ChartImage } from '../../ui/charts/export-chart.tsx';
import { LazyMenu } from '../../ui/dialog/lazy-menu.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/screen-states.tsx';
import classes from './activity.module.css';
import { ChartTable, type ChartTableData } from './chart-table.tsx';

const loadSaveMenu = () => import('./save-menu.tsx');

/** Height in pixels (spec 2 §9). */
export const chartHeight = 450;

interface Props<G extends string> {
  title: string;
  compare: {
    label: string;
    groups: readonly { value: G; label: string }[];
    value: G;
    onChange: (group: G) => void;
  };
  /** More controls beside the grouping. */
  extraControls?: ReactNode;
  /** Small text below the chart. */
  note?: string | undefined;
  /** The query of the statistics. */
  query: { isPending: boolean; isPlaceholderData: boolean; error: unknown; refetch: () => unknown };
  /** Null when there is no data. */
  chart: {
    element: ReactNode;
    picture: Omit<ChartImage, 'title'>;
    table: ChartTableData;
    file: ChartTableData;
    fileName: string;
  } | null;
  emptyState: { title: string; text: string };
  isTable: boolean;
  onTableChange: (isTable: boolean) => void;
}

/** Renders a chart with its title, controls, and loading, error and empty states. */
export function ChartCard<G extends string>(props: Props<G>) {
  const { title, compare, extraControls, note, query, chart, emptyState, isTable, onTableChange } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <header className={classes['cardHead']}>
        <h2 id={id} className={classes['cardTitle']}>
          {title}
        </h2>
        <div className={classes['tools']}>
          <label className={classes['compare']}>
            <span>{t('activity.compare.short')}</span>
            <NativeSelect
              aria-label={compare.label}
              value={compare.value}
              data={[...compare.groups]}
              onChange={({ currentTarget }) => {
                const group = compare.groups.find(({ value }) => value === currentTarget.value);
                if (group) compare.onChange(group.value);
              }}
            />
          </label>
          {extraControls}
        </div>
      </header>
      <div
        className={classes['chart']}
        data-old={query.isPlaceholderData || undefined}
        data-empty={chart === null && !query.isPending ? true : undefined}
        aria-busy={query.isPlaceholderData}
      >
        {query.error && !chart ? (
          <ErrorState messages={formatErrorMessages(query.error)} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <output className={classes['waiting']} aria-label={t('state.loading')} />
        ) : chart === null ? (
          <EmptyState title={emptyState.title}>{emptyState.text}</EmptyState>
        ) : isTable ? (
          <ChartTable label={t('activity.table.of', { title })} table={chart.table} />
        ) : (
          chart.element
        )}
      </div>
      <footer className={classes['cardFoot']}>
        <p className={classes['note']}>{chart && note}</p>
        {chart && (
          <div className={classes['tools']}>
            <Button
              size="compact-sm"
              variant="subtle"
              className={classes['tool'] ?? ''}
              aria-pressed={isTable}
              leftSection={<Icon icon={isTable ? IconChartBar : IconTable} size={18} />}
              onClick={() => onTableChange(!isTable)}
            >
              {t(isTable ? 'activity.table.hide' : 'activity.table.show')}
            </Button>
            <LazyMenu
              load={loadSaveMenu}
              menuProps={{ picture: { ...chart.picture, title }, table: chart.file, name: chart.fileName }}
              target={
                <button
                  type="button"
                  className={classes['export']}
                  aria-label={t('activity.save.label', { title })}
                >
                  <Icon icon={IconDownload} size={18} />
                  {t('activity.save.button')}
                </button>
              }
            />
          </div>
        )}
      </footer>
    </section>
  );
}
