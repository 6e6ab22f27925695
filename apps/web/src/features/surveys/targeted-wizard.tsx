/** The four steps, one at a time; whatever was typed in one is there when it is come back to. keys: targeted.step.* */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { changedDraft, isChanged, type SurveyDraft } from './survey-draft.ts';
import classes from './targeted.module.css';
import { TargetedAudience } from './targeted-audience.tsx';
import { TargetedNames } from './targeted-names.tsx';
import { type Audience, noAudience } from './targeted-numbers.ts';
import { TargetedPublish } from './targeted-publish.tsx';
import { TargetedQuestions } from './targeted-questions.tsx';

const steps = ['words', 'audience', 'questions', 'publish'] as const;

interface Props {
  start: SurveyDraft;
  saved: SurveyDraft;
  /** Of a survey that is there already, and has not been sent. */
  firstStep?: number;
}

export function TargetedWizard({ start, saved: savedAtFirst, firstStep = 0 }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [at, setAt] = useState(firstStep);
  const [draft, change] = useReducer(changedDraft, start);
  const [saved, setSaved] = useState(savedAtFirst);
  const [audience, setAudience] = useState<Audience>(noAudience);
  const isDone = useRef(false);
  const step = steps[at] ?? 'words';
  const part = useRef<HTMLDivElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    part.current?.querySelector('h2')?.focus();
    part.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const next = () => setAt(at + 1);
  function back() {
    // Numbers are read anew: what was found right goes back into the box (spec 3 §4).
    if (step === 'questions')
      setAudience({ ...noAudience, country: audience.country, text: audience.good.join(', ') });
    setAt(at - 1);
  }
  const nav = { onNext: next, ...(at > 0 ? { onBack: back } : {}) };
  const hasChanges = () =>
    !isDone.current && (isChanged(draft, saved) || audience.text !== '' || audience.good.length > 0);
  return (
    <>
      <ol className={classes['steps']} aria-label={t('targeted.steps')}>
        {steps.map((name, place) => (
          <li key={name} aria-current={place === at ? 'step' : undefined} data-done={place < at || undefined}>
            <span className={classes['place']} aria-hidden>
              {place + 1}
            </span>
            {t(`targeted.step.${name}`)}
          </li>
        ))}
      </ol>
      <div ref={part} className={classes['part']}>
        {step === 'words' && <TargetedNames draft={draft} change={change} {...nav} />}
        {step === 'audience' && <TargetedAudience audience={audience} onChange={setAudience} {...nav} />}
        {step === 'questions' && <TargetedQuestions draft={draft} change={change} {...nav} />}
        {step === 'publish' && (
          <TargetedPublish
            draft={draft}
            saved={saved}
            audience={audience}
            change={change}
            onSaved={setSaved}
            onBack={back}
            onDone={(id) => {
              isDone.current = true;
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
      <LeaveGuard hasChanges={hasChanges} />
    </>
  );
}
