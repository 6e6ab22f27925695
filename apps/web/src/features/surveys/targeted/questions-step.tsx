/** Step 3: the questions and their order. Rows are moved by drag and drop, keys or buttons. */
import { Button } from '@mantine/core';
import { IconLock, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { announceMove, DragHandle, StepButtons } from '../../../ui/form/reorder-buttons.tsx';
import { useDragOrder } from '../../../ui/form/use-drag-order.ts';
import type { DraftChange, DraftField, SurveyDraft } from '../draft/survey-draft.ts';
import classes from './targeted.module.css';
import { getQuestions, getSentTask } from './targeted-draft.ts';
import { type StepNavigation, WizardStep } from './wizard-step.tsx';

const QuestionDialog = lazy(() => import('./question-dialog.tsx'));

interface Props extends StepNavigation {
  draft: SurveyDraft;
  dispatch: (change: DraftChange) => void;
}

type OpenDialog = { type: 'add' } | { type: 'edit' | 'delete'; question: DraftField };

export function QuestionsStep({ draft, dispatch: change, onNext, onBack }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<OpenDialog | null>(null);
  const [isSent, setSent] = useState(false);
  const questions = getQuestions(draft);
  const task = getSentTask(draft)?.id ?? 0;
  const move = (question: DraftField, by: number) => change({ type: 'moveField', task, id: question.id, by });
  const { listRef: list, handleProps: handle } = useDragOrder({
    onMove: (from, by) => {
      const question = questions[from];
      const to = from + by;
      if (!question || to < 0 || to >= questions.length) return;
      move(question, by);
      announceMove(
        t('order.moved', { label: question.label, at: to + 1, count: questions.length }),
        `question${question.id}-handle`,
      );
    },
  });
  const close = () => setShown(null);
  const edited = shown && 'question' in shown ? shown.question : undefined;
  return (
    <>
      <WizardStep
        title={t('targeted.questions.title')}
        lead={t('targeted.questions.lead')}
        warnings={isSent && questions.length === 0 ? [t('targeted.warning.questions')] : []}
        onBack={onBack}
        onSubmit={() => {
          setSent(true);
          if (questions.length > 0) onNext();
        }}
      >
        {questions.length === 0 && <p className={classes['text']}>{t('targeted.questions.none')}</p>}
        <ul
          ref={list}
          className={classes['questions']}
          aria-label={t('targeted.questions.list')}
          hidden={questions.length === 0}
        >
          {questions.map((question, at) => (
            <li key={question.id}>
              <DragHandle label={question.label} handleProps={handle} id={`question${question.id}`} />
              <button
                type="button"
                className={classes['question']}
                aria-label={t('targeted.questions.edit', { label: question.label })}
                onClick={() => setShown({ type: 'edit', question })}
              >
                <bdi>{question.label}</bdi>
                {question.response_private && (
                  <span className={classes['about']}>
                    <Icon icon={IconLock} size={13} /> {t('targeted.questions.isPrivate')}
                  </span>
                )}
              </button>
              <StepButtons
                label={question.label}
                id={`question${question.id}`}
                index={at}
                count={questions.length}
                onStep={(by) => move(question, by)}
              />
              <button
                type="button"
                className={classes['remove']}
                aria-label={t('targeted.questions.delete', { label: question.label })}
                onClick={() => setShown({ type: 'delete', question })}
              >
                <Icon icon={IconTrash} size={18} />
              </button>
            </li>
          ))}
        </ul>
        <div>
          <Button
            variant="default"
            size="md"
            leftSection={<Icon icon={IconPlus} size={18} />}
            onClick={() => setShown({ type: 'add' })}
          >
            {t('targeted.questions.add')}
          </Button>
        </div>
      </WizardStep>
      {shown && shown.type !== 'delete' && (
        <Suspense fallback={null}>
          <QuestionDialog
            question={edited}
            otherQuestions={questions.filter((it) => it.id !== edited?.id)}
            onSave={(field) => change({ type: edited ? 'changeField' : 'addField', task, field })}
            onClose={close}
          />
        </Suspense>
      )}
      {shown?.type === 'delete' && (
        <ConfirmDialog
          title={t('targeted.questions.deleteTitle')}
          confirmLabel={t('targeted.questions.deleteAction')}
          formatErrors={formatErrorMessages}
          onClose={close}
          onConfirm={() => {
            change({ type: 'removeField', task, id: shown.question.id });
            close();
            return Promise.resolve();
          }}
        >
          {shown.question.label}
        </ConfirmDialog>
      )}
    </>
  );
}
