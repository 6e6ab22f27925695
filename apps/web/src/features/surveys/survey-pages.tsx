/** Pages to create, edit and duplicate a survey (spec 3 §2, "Surveys"). */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { duplicateDraft, newDraft, type SurveyDraft } from './draft/survey-draft.ts';
import { getUnsavedSurvey } from './draft/unsaved-survey.ts';
import { useStoredSurvey } from './draft/use-stored-survey.ts';
import { SurveyEditor } from './editor/survey-editor.tsx';
import { SurveyLimitGuard } from './survey-limit-guard.tsx';

/** The saved state of a draft that is not on the server: everything in it counts as a change. */
const withoutTasks = (draft: SurveyDraft): SurveyDraft => ({ ...draft, tasks: [] });

/** Page to create a survey. */
export function NewSurveyPage() {
  const { t } = useTranslation();
  const [start] = useState(() =>
    newDraft({
      post: t('survey.default.post'),
      title: t('survey.default.title'),
      description: t('survey.default.description'),
    }),
  );
  const [unsavedSurvey] = useState(getUnsavedSurvey);
  return (
    <SettingsPage title={t('survey.create.title')} isWide>
      <SurveyLimitGuard>
        <SurveyEditor initialDraft={unsavedSurvey ?? start} savedDraft={start} />
      </SurveyLimitGuard>
    </SettingsPage>
  );
}

/** Page to edit a survey. */
export function EditSurveyPage({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useStoredSurvey(id);
  return (
    <SettingsPage title={query.data?.name ?? t('survey.edit.title')} isWide>
      <QueryBoundary
        query={query}
        notFound={{ title: t('survey.missing.title'), text: t('survey.missing.text') }}
      >
        {(draft) => <SurveyEditor initialDraft={draft} savedDraft={draft} />}
      </QueryBoundary>
    </SettingsPage>
  );
}

/** Page to create a survey as a copy of another. */
export function DuplicateSurveyPage({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useStoredSurvey(id);
  const title = query.data
    ? t('survey.duplicate.titleOf', { name: query.data.name })
    : t('survey.duplicate.title');
  return (
    <SettingsPage title={title} isWide>
      <SurveyLimitGuard>
        <QueryBoundary
          query={query}
          notFound={{ title: t('survey.missing.title'), text: t('survey.missing.text') }}
        >
          {(draft) => <DuplicateEditor draft={draft} />}
        </QueryBoundary>
      </SurveyLimitGuard>
    </SettingsPage>
  );
}

function DuplicateEditor({ draft }: { draft: SurveyDraft }) {
  const [start] = useState(() => duplicateDraft(draft));
  return <SurveyEditor initialDraft={start} savedDraft={withoutTasks(start)} />;
}
