import { useNavigate } from '@tanstack/react-router';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { isDraftChanged, reduceSurveyDraft, type SurveyDraft } from '../draft/survey-draft.ts';
import { MissingSourceAlert } from './missing-source-alert.tsx';
import { NameStep } from './name-step.tsx';
import { PublishStep } from './publish-step.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { emptyRecipientInput, type RecipientInput } from './recipient-input.ts';
import { RecipientsStep } from './recipients-step.tsx';
import classes from './targeted.module.css';

const wizardSteps = ['words', 'audience', 'questions', 'publish'] as const;

interface Props {
  initialDraft: SurveyDraft;
  savedDraft: SurveyDraft;
  /** Index of the first step, for a saved survey that has not been sent. */
  firstStep?: number;
}

/** The wizard with its four steps; input is kept when moving between them. keys: targeted.step.* */
export function TargetedWizard({ initialDraft, savedDraft, firstStep = 0 }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [at, setAt] = useState(firstStep);
  const [draft, change] = useReducer(reduceSurveyDraft, initialDraft);
  const [saved, setSaved] = useState(savedDraft);
  const { country } = useConfig().site;
  const [recipientInput, setRecipientInput] = useState<RecipientInput>(() => ({
    ...emptyRecipientInput,
    country: country ?? '',
  }));
  const isFinished = useRef(false);
  const step = wizardSteps[at] ?? 'words';
  const stepRef = useRef<HTMLDivElement>(null);
  const shownStep = useRef(at);
  useEffect(() => {
    if (shownStep.current === at) return;
    shownStep.current = at;
    stepRef.current?.querySelector('h2')?.focus();
    stepRef.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const next = () => setAt(at + 1);
  function goBack() {
    // Going back checks the numbers again, so the valid ones are put back into the text field (spec 3 §4).
    if (step === 'questions')
      setRecipientInput({
        ...emptyRecipientInput,
        source: recipientInput.source,
        country: recipientInput.country,
        text: recipientInput.validNumbers.join(', '),
      });
    setAt(at - 1);
  }
  const nav = { onNext: next, ...(at > 0 ? { onBack: goBack } : {}) };
  const hasChanges = () =>
    !isFinished.current &&
    (isDraftChanged(draft, saved) || recipientInput.text !== '' || recipientInput.validNumbers.length > 0);
  return (
    <>
      <ol className={classes['steps']} aria-label={t('targeted.steps')}>
        {wizardSteps.map((name, place) => (
          <li key={name} aria-current={place === at ? 'step' : undefined} data-done={place < at || undefined}>
            <span className={classes['stepNumber']} aria-hidden>
              {place + 1}
            </span>
            {t(`targeted.step.${name}`)}
          </li>
        ))}
      </ol>
      <div ref={stepRef} className={classes['content']}>
        {(step === 'questions' || step === 'publish') && recipientInput.source === null && (
          <MissingSourceAlert recipientInput={recipientInput} onChange={setRecipientInput} />
        )}
        {step === 'words' && <NameStep draft={draft} dispatch={change} {...nav} />}
        {step === 'audience' && (
          <RecipientsStep recipientInput={recipientInput} onChange={setRecipientInput} {...nav} />
        )}
        {step === 'questions' && <QuestionsStep draft={draft} dispatch={change} {...nav} />}
        {step === 'publish' && (
          <PublishStep
            draft={draft}
            saved={saved}
            recipientInput={recipientInput}
            dispatch={change}
            onSaved={setSaved}
            onChooseSource={(source) => setRecipientInput({ ...recipientInput, source })}
            onBack={goBack}
            onDone={(id) => {
              isFinished.current = true;
              void navigate({
                to: '/settings/surveys/targeted/published/$surveyId',
                params: { surveyId: String(id) },
                replace: true,
                ignoreBlocker: true,
              });
            }}
          />
        )}
      </div>
      <UnsavedChangesGuard hasChanges={hasChanges} />
    </>
  );
}
