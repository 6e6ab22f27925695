/** Making a survey, changing one, and making one like another (spec 3 §2, "Surveys"). */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../blocks/settings/loaded.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { keptSurvey } from './kept-survey.ts';
import { useStoredSurvey } from './stored-survey.ts';
import { duplicateOf, newDraft, type SurveyDraft } from './survey-draft.ts';
import { SurveyEditor } from './survey-editor.tsx';
import { WithinLimit } from './within-limit.tsx';

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
  const [kept] = useState(keptSurvey);
  return (
    <SettingsPage title={t('survey.create.title')} isWide>
      <WithinLimit>
        <SurveyEditor start={kept ?? start} saved={start} />
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
