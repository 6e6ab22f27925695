/** Step 3: what is asked, in which order. Rows are pulled by their handles, or moved by keys and buttons. */
import { Button } from '@mantine/core';
import { IconLock, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DragHandle, StepButtons, tellMoved } from '../../ui/order-buttons.tsx';
import { useDragOrder } from '../../ui/use-drag-order.ts';
import type { DraftChange, DraftField, SurveyDraft } from './survey-draft.ts';
import classes from './targeted.module.css';
import { questionsIn, sentTask } from './targeted-draft.ts';
import { type StepNav, TargetedStep } from './targeted-step.tsx';

const QuestionDialog = lazy(() => import('./question-dialog.tsx'));

interface Props extends StepNav {
  draft: SurveyDraft;
  change: (change: DraftChange) => void;
}

type Window = { what: 'add' } | { what: 'edit' | 'delete'; question: DraftField };

export function TargetedQuestions({ draft, change, onNext, onBack }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Window | null>(null);
  const [isSent, setSent] = useState(false);
  const questions = questionsIn(draft);
  const task = sentTask(draft)?.id ?? 0;
  const move = (question: DraftField, by: number) => change({ do: 'moveField', task, id: question.id, by });
  const { list, handle } = useDragOrder({
    onMove: (from, by) => {
      const question = questions[from];
      const to = from + by;
      if (!question || to < 0 || to >= questions.length) return;
      move(question, by);
      tellMoved(
        t('order.moved', { label: question.label, at: to + 1, count: questions.length }),
        `question${question.id}-handle`,
      );
    },
  });
  const close = () => setShown(null);
  const edited = shown && 'question' in shown ? shown.question : undefined;
  return (
    <>
      <TargetedStep
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
              <DragHandle label={question.label} handle={handle} id={`question${question.id}`} />
              <button
                type="button"
                className={classes['question']}
                aria-label={t('targeted.questions.edit', { label: question.label })}
                onClick={() => setShown({ what: 'edit', question })}
              >
                <bdi>{question.label}</bdi>
                {question.response_private && (
                  <span className={classes['about']}>
                    <Icon of={IconLock} size={13} /> {t('targeted.questions.isPrivate')}
                  </span>
                )}
              </button>
              <StepButtons
                label={question.label}
                id={`question${question.id}`}
                at={at}
                count={questions.length}
                onStep={(by) => move(question, by)}
              />
              <button
                type="button"
                className={classes['remove']}
                aria-label={t('targeted.questions.delete', { label: question.label })}
                onClick={() => setShown({ what: 'delete', question })}
              >
                <Icon of={IconTrash} size={18} />
              </button>
            </li>
          ))}
        </ul>
        <div>
          <Button
            variant="default"
            size="md"
            leftSection={<Icon of={IconPlus} size={18} />}
            onClick={() => setShown({ what: 'add' })}
          >
            {t('targeted.questions.add')}
          </Button>
        </div>
      </TargetedStep>
      {shown && shown.what !== 'delete' && (
        <Suspense fallback={null}>
          <QuestionDialog
            question={edited}
            others={questions.filter((it) => it.id !== edited?.id)}
            onSave={(field) => change({ do: edited ? 'changeField' : 'addField', task, field })}
            onClose={close}
          />
        </Suspense>
      )}
      {shown?.what === 'delete' && (
        <ConfirmDialog
          title={t('targeted.questions.deleteTitle')}
          action={t('targeted.questions.deleteAction')}
          textsOf={problemTexts}
          onClose={close}
          onConfirm={() => {
            change({ do: 'removeField', task, id: shown.question.id });
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
