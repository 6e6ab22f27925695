import { useQuery } from '@tanstack/react-query';
import { listDataProviders } from '@waypost/contract/data-sources/data-sources';
import { readConfig } from '@waypost/contract/settings/settings';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { PlansLink } from '../../blocks/feature-notice/plans-link.tsx';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { EmptyState } from '../../ui/feedback/screen-states.tsx';
import { UnsavedChangesGuard } from '../../ui/form/unsaved-changes-guard.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import classes from './data-sources.module.css';
import { getSourceName } from './source-labels.ts';
import { SourcePanel } from './source-panel.tsx';
import { DataProviderSettings } from './use-source-form.ts';

/** A background fetch must not replace what is being typed. */
const fetchOnce = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

/** Milliseconds between requests for the status. */
const statusIntervalMs = 15_000;

function useDataSources() {
  const sources = useQuery({
    ...buildEndpointQuery(listDataProviders, { query: { all: true } }),
    // The status changes in the background.
    refetchInterval: statusIntervalMs,
  });
  const params = { group: 'data-provider' };
  const group = useQuery({ ...buildEndpointQuery(readConfig, { params }), ...fetchOnce });
  const surveys = useQuery(buildEndpointQuery(listSurveys, {}));
  return {
    data: sources.data &&
      group.data &&
      surveys.data && {
        sources: sources.data.results,
        group: DataProviderSettings.parse(group.data),
        // Targeted surveys are answered only by their recipients.
        surveys: surveys.data.results.filter((it) => !it.targeted_survey),
      },
    error: sources.error ?? group.error ?? surveys.error,
    refetch: () => Promise.all([sources.refetch(), group.refetch(), surveys.refetch()]),
  };
}

/** The sources of reports and the gateways of messages (spec 3 §2, "Data sources"). */
export function DataSourcesPage({ openSource }: { openSource?: string | undefined }) {
  const { t, i18n } = useTranslation();
  const offered = useConfig().features['data-providers'];
  const forms = useRef(new Set<() => boolean>());
  const watch = useCallback((hasChanges: () => boolean) => {
    forms.current.add(hasChanges);
    return () => {
      forms.current.delete(hasChanges);
    };
  }, []);
  const query = useDataSources();
  const missing = { title: t('dataSources.missing'), text: '' };
  return (
    <SettingsPage lead={t('dataSources.lead')}>
      <QueryBoundary query={query} notFound={missing}>
        {({ sources, group, surveys }) => {
          const { compare } = new Intl.Collator(resolveFormatLocale(i18n.language));
          const sorted = sources.toSorted((a, b) => compare(getSourceName(a), getSourceName(b)));
          const available = sorted.filter(({ id }) => offered[id] === true);
          const others = sorted.filter((it) => !available.includes(it)).map(getSourceName);
          return (
            <>
              {available.length === 0 && <EmptyState title={t('dataSources.none')} />}
              <ul className={classes['sources']}>
                {available.map((source) => (
                  <SourcePanel
                    key={source.id}
                    source={source}
                    isInitiallyOpen={source.id === openSource}
                    group={group}
                    surveys={surveys}
                    registerUnsavedCheck={watch}
                  />
                ))}
              </ul>
              {others.length > 0 && (
                <div className={classes['unavailable']} role="note">
                  <p>
                    {t('dataSources.unavailable', {
                      names: new Intl.ListFormat(resolveFormatLocale(i18n.language)).format(others),
                    })}
                  </p>
                  <PlansLink label={t('feature.upgrade')} size="sm" variant="default" />
                </div>
              )}
            </>
          );
        }}
      </QueryBoundary>
      <UnsavedChangesGuard hasChanges={() => [...forms.current].some((hasChanges) => hasChanges())} />
    </SettingsPage>
  );
}
