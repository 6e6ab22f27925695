import { useQueries } from '@tanstack/react-query';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import { type Import, type ImportPreview, isWorkbook } from '@waypost/contract/imports/imports';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { useState } from 'react';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import formClasses from '../../ui/form/form-column.module.css';
import { ImportFacts } from './import-facts.tsx';
import type { ImportSurvey } from './import-survey.ts';
import { MappingForm } from './mapping-form.tsx';
import { TableSection } from './table-section.tsx';
import { useImportPreview } from './use-import-preview.ts';

/** The survey with its fields, as needed by the mapping. */
function useImportSurvey(id: number) {
  const params = { id };
  return useQueries({
    queries: [
      buildEndpointQuery(readSurvey, { params }),
      buildEndpointQuery(listTasks, { params, query: { postStatus: 'draft' } }),
      buildEndpointQuery(listAttributes, { params }),
    ],
    combine: ([survey, tasks, attributes]) => ({
      data:
        survey.data && tasks.data && attributes.data
          ? ({
              survey: survey.data,
              tasks: tasks.data.results,
              attributes: attributes.data.results.filter((attribute) =>
                tasks.data.results.some((task) => task.id === attribute.form_stage_id),
              ),
            } satisfies ImportSurvey)
          : undefined,
      error: survey.error ?? tasks.error ?? attributes.error,
      retry: () => void Promise.all([survey.refetch(), tasks.refetch(), attributes.refetch()]),
    }),
  });
}

/** Step 2: loads the survey and the guessed mapping of the columns, then shows the mapping form. */
export function MapColumns({ stored, surveyId }: { stored: Import; surveyId: number }) {
  const survey = useImportSurvey(surveyId);
  /** Options for parsing the file: changing them changes the columns and the guesses. */
  const [format, setFormat] = useState<Partial<CsvOptions>>({});
  const isMappingStored = stored.fixed?.form === surveyId && Object.keys(format).length === 0;
  const initialPreview = useImportPreview(stored.id, {
    maps_to: isMappingStored ? stored.maps_to : null,
    fixed: { form: surveyId },
    options: isMappingStored && stored.options ? stored.options : format,
  });
  // The columns stay while they are read in another way, and if they cannot be.
  const [readPreview, setReadPreview] = useState<ImportPreview>();
  const preview = initialPreview.data ?? readPreview;
  if (preview !== readPreview) setReadPreview(preview);
  const error = survey.error ?? initialPreview.error;
  const retry = () => {
    survey.retry();
    void initialPreview.refetch();
  };
  const errorState = error && <ErrorState messages={formatErrorMessages(error)} onRetry={retry} />;
  if (!survey.data || !preview) return errorState ?? <ListSkeleton rows={4} height={96} />;
  const changeFormat = ({ sheet, ...change }: Partial<CsvOptions>) =>
    // Another sheet has other headings.
    setFormat(sheet === undefined ? { ...format, ...change } : { sheet });
  const hasTable = stored.source == null || isWorkbook(stored.source.type);
  return (
    <div className={formClasses['form']}>
      <ImportFacts importRecord={stored} surveyName={survey.data.survey.name} />
      {hasTable && (
        <TableSection
          source={stored.source ?? null}
          preview={preview}
          format={format}
          onFormatChange={changeFormat}
        />
      )}
      {errorState}
      <MappingForm
        importRecord={stored}
        importSurvey={survey.data}
        initialPreview={preview}
        storedOptions={isMappingStored ? (stored.options ?? null) : null}
        isOutdated={initialPreview.isPlaceholderData || initialPreview.isError}
        onFormatChange={changeFormat}
      />
    </div>
  );
}
