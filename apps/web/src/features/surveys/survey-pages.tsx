/** Making a survey, changing one, and making one like another (spec 3 §2, "Surveys"). */
import { useQueries, useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { listAttributes } from '@waypost/contract/attributes';
import { listSurveys, readSurvey } from '@waypost/contract/surveys';
import { listTasks } from '@waypost/contract/tasks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { read } from '../../api/query-client.ts';
import { Loaded } from '../../blocks/settings/loaded.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { LoadingList } from '../../ui/states.tsx';
import { draftOf, duplicateOf, newDraft, type SurveyDraft } from './survey-draft.ts';
import { SurveyEditor } from './survey-editor.tsx';
import { isFull } from './survey-limit.tsx';

// What is being typed must not be replaced by a fetch in the background.
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;
const byPriority = { order: 'asc', orderby: 'priority' } as const;

/** A survey with all that it asks, as the server has it. */
function useStoredSurvey(id: number) {
  const params = { id };
  return useQueries({
    queries: [
      { ...read(readSurvey, { params }, { quiet: true }), ...once },
      { ...read(listTasks, { params, query: byPriority }, { quiet: true }), ...once },
      { ...read(listAttributes, { params, query: byPriority }, { quiet: true }), ...once },
    ],
    combine: ([survey, tasks, attributes]) => ({
      data:
        survey.data && tasks.data && attributes.data
          ? draftOf(survey.data, tasks.data.results, attributes.data.results)
          : undefined,
      error: survey.error ?? tasks.error ?? attributes.error,
      refetch: async () => {
        await Promise.all([survey, tasks, attributes].map((it) => it.refetch()));
        return undefined as never;
      },
    }),
  });
}

/** Nothing of it is on the server: whatever it holds is a change, unless it is what a new one starts with. */
const nothingOf = (draft: SurveyDraft): SurveyDraft => ({ ...draft, tasks: [] });

export function NewSurveyPage() {
  const { t } = useTranslation();
  const [start] = useState(() =>
    newDraft({
      post: t('survey.default.post'),
      title: t('survey.default.title'),
      description: t('survey.default.description'),
    }),
  );
  return (
    <SettingsPage title={t('survey.create.title')} isWide>
      <WithinLimit>
        <SurveyEditor start={start} saved={start} />
      </WithinLimit>
    </SettingsPage>
  );
}

export function EditSurveyPage({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useStoredSurvey(id);
  return (
    <SettingsPage title={query.data?.name ?? t('survey.edit.title')} isWide>
      <Loaded query={query} missing={{ title: t('survey.missing.title'), text: t('survey.missing.text') }}>
        {(draft) => <SurveyEditor start={draft} saved={draft} />}
      </Loaded>
    </SettingsPage>
  );
}

export function DuplicateSurveyPage({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useStoredSurvey(id);
  const title = query.data
    ? t('survey.duplicate.titleOf', { name: query.data.name })
    : t('survey.duplicate.title');
  return (
    <SettingsPage title={title} isWide>
      <WithinLimit>
        <Loaded query={query} missing={{ title: t('survey.missing.title'), text: t('survey.missing.text') }}>
          {(draft) => <Duplicate of={draft} />}
        </Loaded>
      </WithinLimit>
    </SettingsPage>
  );
}

function Duplicate({ of }: { of: SurveyDraft }) {
  const [start] = useState(() => duplicateOf(of));
  return <SurveyEditor start={start} saved={nothingOf(start)} />;
}

/** Where the plan has no room for another survey, the list says so (spec 3 §8). */
function WithinLimit({ children }: { children: React.ReactNode }) {
  const { features } = useConfig();
  const { forms: limit } = features.limits;
  const { data, error } = useQuery({
    ...read(listSurveys, { query: { limit: 1 } }, { quiet: true }),
    enabled: limit !== true,
  });
  // What has been begun goes on, whatever others make meanwhile.
  const [isIn, setIn] = useState(limit === true);
  if (isIn) return children;
  if (error || (data && !isFull(limit, data.total_count))) {
    setIn(true);
    return children;
  }
  return data ? <Navigate to="/settings/surveys" replace /> : <LoadingList rows={4} height={96} />;
}
