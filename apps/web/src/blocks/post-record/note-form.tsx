/** The form of a new note, or of one that is changed. */
import { Button } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage, formatFieldErrors } from '../../api/error-text.ts';
import { findMentioned } from './mention-text.ts';
import { MentionTextarea } from './mention-textarea.tsx';
import classes from './post-record.module.css';
import { useReviewers } from './use-reviewers.ts';

interface Props {
  id?: string;
  label: string;
  initialText: string;
  onType?: (text: string) => void;
  /** Saves the note. @throws the error of the request */
  onSave: (note: { content: string; mentions: number[] }) => Promise<unknown>;
  isPending: boolean;
  onCancel?: () => void;
}

/** Ctrl and Enter saves. The text stays after an error. */
export function NoteForm({ id, label, initialText, onType, onSave, isPending, onCancel }: Props) {
  const { t } = useTranslation();
  const { members = [] } = useReviewers();
  const [text, setText] = useState(initialText);
  const [problem, setProblem] = useState<string | null>(null);
  const name = t('record.notes.label');
  const change = (typed: string) => {
    setText(typed);
    onType?.(typed);
    setProblem(null);
  };
  const save = async () => {
    const content = text.trim();
    if (content === '') setProblem(t('fault.required', { label: name }));
    else if (content.length > limits.note)
      setProblem(t('fault.maxlength', { label: name, max: limits.note }));
    else
      try {
        await onSave({ content, mentions: findMentioned(content, members).map((it) => it.id) });
        // What was typed while the request was running stays.
        if (!onCancel) setText((current) => (current === text ? '' : current));
      } catch (error) {
        const faults = formatFieldErrors(error, { content: name, mentions: name });
        setProblem(faults['content'] ?? faults['mentions'] ?? formatErrorMessage(error));
      }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form noValidate className={classes['form']} onSubmit={submit}>
      <MentionTextarea
        {...(id === undefined ? {} : { id })}
        label={label}
        description={t('record.notes.hint')}
        error={problem}
        value={text}
        isFocusedFirst={onCancel !== undefined}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void save();
          } else if (event.key === 'Escape' && onCancel) onCancel();
        }}
      />
      <div className={classes['buttons']}>
        <Button type="submit" size="sm" variant="default" loading={isPending}>
          {t('record.notes.save')}
        </Button>
        {onCancel && (
          <Button size="sm" variant="subtle" color="gray" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
