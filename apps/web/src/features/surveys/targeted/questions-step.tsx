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

/** The list of questions with the dialogs to add, edit and delete one. */
export function QuestionsStep({ draft, dispatch, onNext, onBack }: Props) {
  const { t } = useTranslation();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const [isSent, setSent] = useState(false);
  const questions = getQuestions(draft);
  const task = getSentTask(draft)?.id ?? 0;
  const move = (question: DraftField, offset: number) =>
    dispatch({ type: 'moveField', task, id: question.id, by: offset });
  const { listRef, handleProps } = useDragOrder({
    onMove: (fromIndex, offset) => {
      const question = questions[fromIndex];
      const targetIndex = fromIndex + offset;
      if (!question || targetIndex < 0 || targetIndex >= questions.length) return;
      move(question, offset);
      announceMove(
        t('order.moved', { label: question.label, at: targetIndex + 1, count: questions.length }),
        `question${question.id}-handle`,
      );
    },
  });
  const close = () => setOpenDialog(null);
  const editedQuestion = openDialog && 'question' in openDialog ? openDialog.question : undefined;
  return (
    <>
      <WizardStep
        title={t('targeted.questions.title')}
        description={t('targeted.questions.lead')}
        warnings={isSent && questions.length === 0 ? [t('targeted.warning.questions')] : []}
        onBack={onBack}
        onSubmit={() => {
          setSent(true);
          if (questions.length > 0) onNext();
        }}
      >
        {questions.length === 0 && <p className={classes['text']}>{t('targeted.questions.none')}</p>}
        <ul
          ref={listRef}
          className={classes['questions']}
          aria-label={t('targeted.questions.list')}
          hidden={questions.length === 0}
        >
          {questions.map((question, at) => (
            <QuestionRow
              key={question.id}
              question={question}
              index={at}
              count={questions.length}
              handleProps={handleProps}
              onMove={(offset) => move(question, offset)}
              onEdit={() => setOpenDialog({ type: 'edit', question })}
              onDelete={() => setOpenDialog({ type: 'delete', question })}
            />
          ))}
        </ul>
        <div>
          <Button
            variant="default"
            size="md"
            leftSection={<Icon icon={IconPlus} size={18} />}
            onClick={() => setOpenDialog({ type: 'add' })}
          >
            {t('targeted.questions.add')}
          </Button>
        </div>
      </WizardStep>
      {openDialog && openDialog.type !== 'delete' && (
        <Suspense fallback={null}>
          <QuestionDialog
            question={editedQuestion}
            otherQuestions={questions.filter((question) => question.id !== editedQuestion?.id)}
            onSave={(field) => dispatch({ type: editedQuestion ? 'changeField' : 'addField', task, field })}
            onClose={close}
          />
        </Suspense>
      )}
      {openDialog?.type === 'delete' && (
        <ConfirmDialog
          title={t('targeted.questions.deleteTitle')}
          confirmLabel={t('targeted.questions.deleteAction')}
          formatErrors={formatErrorMessages}
          onClose={close}
          onConfirm={() => {
            dispatch({ type: 'removeField', task, id: openDialog.question.id });
            close();
            return Promise.resolve();
          }}
        >
          {openDialog.question.label}
        </ConfirmDialog>
      )}
    </>
  );
}

interface RowProps {
  question: DraftField;
  index: number;
  count: number;
  handleProps: ReturnType<typeof useDragOrder>['handleProps'];
  /** @param offset number of places, negative for up */
  onMove: (offset: number) => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** One question with its buttons. */
function QuestionRow({ question, index, count, handleProps, onMove, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation();
  return (
    <li>
      <DragHandle label={question.label} handleProps={handleProps} id={`question${question.id}`} />
      <button
        type="button"
        className={classes['question']}
        aria-label={t('targeted.questions.edit', { label: question.label })}
        onClick={onEdit}
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
        index={index}
        count={count}
        onStep={onMove}
      />
      <button
        type="button"
        className={classes['remove']}
        aria-label={t('targeted.questions.delete', { label: question.label })}
        onClick={onDelete}
      >
        <Icon icon={IconTrash} size={18} />
      </button>
    </li>
  );
}
