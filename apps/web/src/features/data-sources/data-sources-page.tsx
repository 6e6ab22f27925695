/** By which ways reports come in and messages go out (spec 3 §2, "Data sources"). */
import { useQuery } from '@tanstack/react-query';
import { listDataProviders } from '@waypost/contract/data-sources';
import { readConfig } from '@waypost/contract/settings';
import { listSurveys } from '@waypost/contract/surveys';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { read } from '../../api/query-client.ts';
import { PlansLink } from '../../blocks/feature-notice/plans-link.tsx';
import { Loaded } from '../../blocks/settings/loaded.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { formatsOf } from '../../ui/formats-of.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './data-sources.module.css';
import { SourcePanel } from './source-panel.tsx';
import { nameOf } from './source-words.ts';
import { Group } from './use-source-form.ts';

/** What is being typed must not be replaced by a fetch in the background. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

function useSources() {
  const sources = useQuery(read(listDataProviders, { query: { all: true } }, { quiet: true }));
  const params = { group: 'data-provider' };
  const group = useQuery({ ...read(readConfig, { params }, { quiet: true }), ...once });
  const surveys = useQuery(read(listSurveys, {}, { quiet: true }));
  return {
    data: sources.data &&
      group.data &&
      surveys.data && {
        sources: sources.data.results,
        group: Group.parse(group.data),
        // Those for chosen people are answered by the people who were asked.
        surveys: surveys.data.results.filter((it) => !it.targeted_survey),
      },
    error: sources.error ?? group.error ?? surveys.error,
    refetch: () => Promise.all([sources.refetch(), group.refetch(), surveys.refetch()]),
  };
}

export function DataSourcesPage() {
  const { t, i18n } = useTranslation();
  const offered = useConfig().features['data-providers'];
  const forms = useRef(new Set<() => boolean>());
  const watch = useCallback((hasChanges: () => boolean) => {
    forms.current.add(hasChanges);
    return () => {
      forms.current.delete(hasChanges);
    };
  }, []);
  const query = useSources();
  const missing = { title: t('dataSources.missing'), text: '' };
  return (
    <SettingsPage lead={t('dataSources.lead')}>
      <Loaded query={query} missing={missing}>
        {({ sources, group, surveys }) => {
          const { compare } = new Intl.Collator(formatsOf(i18n.language));
          const sorted = sources.toSorted((a, b) => compare(nameOf(a), nameOf(b)));
          const available = sorted.filter(({ id }) => offered[id] === true);
          const others = sorted.filter((it) => !available.includes(it)).map(nameOf);
          return (
            <>
              {available.length === 0 && <EmptyState title={t('dataSources.none')} />}
              <ul className={classes['sources']}>
                {available.map((source) => (
                  <SourcePanel
                    key={source.id}
                    source={source}
                    group={group}
                    surveys={surveys}
                    watch={watch}
                  />
                ))}
              </ul>
              {others.length > 0 && (
                <div className={classes['unavailable']} role="note">
                  <p>
                    {t('dataSources.unavailable', {
                      names: new Intl.ListFormat(formatsOf(i18n.language)).format(others),
                    })}
                  </p>
                  <PlansLink label={t('feature.upgrade')} size="sm" variant="default" />
                </div>
              )}
            </>
          );
        }}
      </Loaded>
      <LeaveGuard hasChanges={() => [...forms.current].some((hasChanges) => hasChanges())} />
    </SettingsPage>
  );
}
