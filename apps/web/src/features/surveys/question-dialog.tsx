/** A question of a targeted survey: as long as a text message, and no other of the same words. keys: targeted.warning.* */
import '../../blocks/thread/messages-words.ts';
import '../../ui/targeted-words.ts';
import { Button, Group, Stack, Switch, Textarea } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { limits } from '@waypost/contract/limits';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { smsSegments } from '../../blocks/thread/sms-segments.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useLoadedWords } from '../../ui/i18n.ts';
import type { DraftField } from './survey-draft.ts';
import classes from './targeted.module.css';
import { newQuestion, questionFault } from './targeted-draft.ts';

interface Props {
  /** The one to change; absent for a new one. */
  question?: DraftField | undefined;
  others: readonly DraftField[];
  onSave: (question: DraftField) => void;
  onClose: () => void;
}

export default function QuestionDialog({ question: before, others, onSave, onClose }: Props) {
  useLoadedWords();
  const { t } = useTranslation();
  const counter = useId();
  const [question, setQuestion] = useState(() => before ?? newQuestion());
  const [isSent, setSent] = useState(false);
  const length = question.label.trim().length;
  const left = limits.question - length;
  const fault = questionFault(question.label, others);
  // Too long is said at once; the rest once it is sent.
  const told = isSent || fault === 'questionLong' ? fault : undefined;
  const segments = smsSegments(question.label.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSent(true);
    if (fault) return;
    onSave({ ...question, label: question.label.trim() });
    onClose();
  };
  return (
    <DialogFrame
      title={t(before ? 'targeted.questions.editTitle' : 'targeted.questions.newTitle')}
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
              error={told && t(`targeted.warning.${told}`)}
              aria-describedby={counter}
              onChange={(event) => setQuestion({ ...question, label: event.currentTarget.value })}
            />
            <p id={counter} className={classes['counter']} data-figures data-over={left < 0 || undefined}>
              {t(left < 0 ? 'targeted.questions.over' : 'targeted.questions.left', { count: Math.abs(left) })}
              {segments > 1 && ` · ${t('post.messages.segments', { count: segments })}`}
            </p>
          </div>
          <Switch
            size="md"
            label={t('targeted.questions.private')}
            checked={question.response_private}
            onChange={(event) => setQuestion({ ...question, response_private: event.currentTarget.checked })}
          />
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" size="md">
              {t('targeted.questions.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogFrame>
  );
}
