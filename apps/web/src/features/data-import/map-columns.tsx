/** The second step: what is known of the survey and guessed of the file, then the form. */
import { useQueries } from '@tanstack/react-query';
import { listAttributes } from '@waypost/contract/attributes';
import type { CsvOptions, Import } from '@waypost/contract/imports';
import { readSurvey } from '@waypost/contract/surveys';
import { listTasks } from '@waypost/contract/tasks';
import { useState } from 'react';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import { type KnownSurvey, MappingForm } from './mapping-form.tsx';
import { usePreview } from './use-preview.ts';

/** The survey as the importer sees it. */
function useKnownSurvey(id: number) {
  const params = { id };
  return useQueries({
    queries: [
      read(readSurvey, { params }, { quiet: true }),
      read(listTasks, { params, query: { postStatus: 'draft' } }, { quiet: true }),
      read(listAttributes, { params }, { quiet: true }),
    ],
    combine: ([survey, tasks, attributes]) => ({
      data:
        survey.data && tasks.data && attributes.data
          ? ({
              survey: survey.data,
              tasks: tasks.data.results,
              attributes: attributes.data.results.filter((it) =>
                tasks.data.results.some((task) => task.id === it.form_stage_id),
              ),
            } satisfies KnownSurvey)
          : undefined,
      error: survey.error ?? tasks.error ?? attributes.error,
      retry: () => void Promise.all([survey.refetch(), tasks.refetch(), attributes.refetch()]),
    }),
  });
}

export function MapColumns({ stored, surveyId }: { stored: Import; surveyId: number }) {
  const survey = useKnownSurvey(surveyId);
  /** What the whole file is read by: another choice gives other columns, and other guesses. */
  const [format, setFormat] = useState<Partial<CsvOptions>>({});
  const known = stored.fixed?.form === surveyId && Object.keys(format).length === 0;
  const guess = usePreview(stored.id, {
    maps_to: known ? stored.maps_to : null,
    fixed: { form: surveyId },
    options: known && stored.options ? stored.options : format,
  });
  const error = survey.error ?? guess.error;
  if (error && !(survey.data && guess.data)) {
    const retry = () => {
      survey.retry();
      void guess.refetch();
    };
    return <ErrorState texts={problemTexts(error)} onRetry={retry} />;
  }
  if (!survey.data || !guess.data) return <LoadingList rows={4} height={96} />;
  return (
    <MappingForm
      key={`${guess.data.options.encoding} ${guess.data.options.delimiter}`}
      stored={stored}
      known={survey.data}
      guess={guess.data}
      onFormat={(change) => setFormat({ ...format, ...change })}
    />
  );
}
