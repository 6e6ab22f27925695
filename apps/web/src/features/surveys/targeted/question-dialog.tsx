import '../../../blocks/message-thread/message-labels.ts';
import '../../../ui/i18n/targeted-survey-labels.ts';
import { Button, Stack, Switch, Textarea } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { limits } from '@waypost/contract/common/limits';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countSmsSegments } from '../../../blocks/message-thread/sms-segments.ts';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import type { DraftField } from '../draft/survey-draft.ts';
import classes from './targeted.module.css';
import { findQuestionError, newQuestion } from './targeted-draft.ts';

interface Props {
  /** The question to change; absent for a new one. */
  question?: DraftField | undefined;
  otherQuestions: readonly DraftField[];
  onSave: (question: DraftField) => void;
  onClose: () => void;
}

/**
 * Dialog for a question of a targeted survey: at most as long as a text message, and not a duplicate.
 * keys: targeted.warning.*
 */
export default function QuestionDialog({
  question: initialQuestion,
  otherQuestions,
  onSave,
  onClose,
}: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const counter = useId();
  const [question, setQuestion] = useState(() => initialQuestion ?? newQuestion());
  const [isSent, setSent] = useState(false);
  const length = question.label.trim().length;
  const remainingLength = limits.question - length;
  const error = findQuestionError(question.label, otherQuestions);
  // Excess length is shown while typing, other errors after an attempt to submit.
  const shownError = isSent || error === 'questionLong' ? error : undefined;
  const segments = countSmsSegments(question.label.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSent(true);
    if (error) return;
    onSave({ ...question, label: question.label.trim() });
    onClose();
  };
  return (
    <FormDialog
      title={t(initialQuestion ? 'targeted.questions.editTitle' : 'targeted.questions.newTitle')}
      onClose={onClose}
      size="md"
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <div>
            <Textarea
              size="md"
              data-autofocus
              label={t('targeted.questions.label')}
              required
              dir="auto"
              autosize
              minRows={3}
              maxRows={8}
              value={question.label}
              error={shownError && t(`targeted.warning.${shownError}`)}
              aria-describedby={counter}
              onChange={(event) => setQuestion({ ...question, label: event.currentTarget.value })}
            />
            <p
              id={counter}
              className={classes['counter']}
              data-figures
              data-over={remainingLength < 0 || undefined}
            >
              {t(remainingLength < 0 ? 'targeted.questions.over' : 'targeted.questions.left', {
                count: Math.abs(remainingLength),
              })}
              {segments > 1 && ` · ${t('post.messages.segments', { count: segments })}`}
            </p>
          </div>
          <Switch
            size="md"
            label={t('targeted.questions.private')}
            checked={question.response_private}
            onChange={(event) => setQuestion({ ...question, response_private: event.currentTarget.checked })}
          />
          <DialogActions>
            <Button variant="default" size="md" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" size="md">
              {t('targeted.questions.save')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </FormDialog>
  );
}
