import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import formClasses from '../../ui/form/form-column.module.css';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { SurveyRadioGroup } from './survey-radio-group.tsx';

/** Asks for the survey again when only the file is known: after opening a link, or for an import started elsewhere. */
export function ChooseSurvey({ name, onChosen }: { name: string; onChosen: (id: number) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [survey, setSurvey] = useState('');
  return (
    <form
      noValidate
      className={formClasses['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (survey !== '') onChosen(Number(survey));
      }}
    >
      <FormSection title={t('dataImport.survey.title')} lead={t('dataImport.survey.of', { name })}>
        <SurveyRadioGroup value={survey} onChange={setSurvey} />
      </FormSection>
      <SaveBar
        saveLabel={t('dataImport.continue')}
        canSave={survey !== ''}
        isBusy={false}
        onCancel={() => void navigate({ to: '/settings/data-import' })}
      />
    </form>
  );
}
