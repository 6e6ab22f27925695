import { Textarea, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftChange, SurveyDraft } from '../draft/survey-draft.ts';
import { type StepNavigation, WizardStep } from './wizard-step.tsx';

interface Props extends StepNavigation {
  draft: SurveyDraft;
  dispatch: (change: DraftChange) => void;
}

/** Step 1: name and description of the survey. */
export function NameStep({ draft, dispatch, onNext, onBack }: Props) {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(false);
  const { name, description } = draft;
  const length = name.trim().length;
  const nameError =
    length === 0
      ? t('targeted.warning.name')
      : length < limits.surveyName.min
        ? t('targeted.warning.nameLength')
        : null;
  const descriptionError = description.trim() === '' ? t('targeted.warning.description') : null;
  const warnings = isSent ? [nameError, descriptionError].filter((warning) => warning !== null) : [];
  return (
    <WizardStep
      title={t('targeted.details.title')}
      warnings={warnings}
      onBack={onBack}
      onSubmit={() => {
        setSent(true);
        if (!nameError && !descriptionError) onNext();
      }}
    >
      <TextInput
        size="md"
        label={t('targeted.details.name')}
        required
        dir="auto"
        autoComplete="off"
        maxLength={limits.surveyName.max}
        value={name}
        error={isSent && nameError !== null}
        onChange={(event) => dispatch({ type: 'set', values: { name: event.currentTarget.value } })}
      />
      <Textarea
        size="md"
        label={t('targeted.details.description')}
        description={t('targeted.details.descriptionHint')}
        required
        dir="auto"
        autosize
        minRows={3}
        maxRows={10}
        value={description}
        error={isSent && descriptionError !== null}
        onChange={(event) => dispatch({ type: 'set', values: { description: event.currentTarget.value } })}
      />
    </WizardStep>
  );
}
