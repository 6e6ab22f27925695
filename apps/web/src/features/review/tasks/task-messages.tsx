/** What the tasks say above their fields. */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SurveyFieldError } from '../../../blocks/survey-form/answers/field-errors.ts';
import { ErrorSummary } from '../../../blocks/survey-form/error-summary.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { announce } from '../../../ui/feedback/announcer.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { isolateBidi } from '../../../ui/i18n/i18n.ts';
import { ShortcutKey } from '../keys/shortcut-key.tsx';
import classes from './tasks.module.css';

/** A list of names in the reader's language. */
function useNameList(): (items: readonly { label: string }[]) => string {
  const { i18n } = useTranslation();
  const list = new Intl.ListFormat(resolveFormatLocale(i18n.language));
  return (items) => list.format(items.map(({ label }) => isolateBidi(label)));
}

/** Names the required tasks that are not complete. */
export function MissingTasks({ tasks }: { tasks: readonly { label: string }[] }) {
  const { t } = useTranslation();
  const toList = useNameList();
  if (tasks.length === 0) return null;
  return <p className={classes['note']}>{t('review.requiredTasks', { tasks: toList(tasks) })}</p>;
}

/** Names required fields of optional tasks: the report can be published without them, but not unnoticed. */
export function OptionalAnswers({ attributes }: { attributes: readonly { label: string }[] }) {
  const { t } = useTranslation();
  const toList = useNameList();
  if (attributes.length === 0) return null;
  return <p className={classes['note']}>{t('review.optionalUnanswered', { fields: toList(attributes) })}</p>;
}

interface TextAnswersNoteProps {
  /** The fields that were answered from the text. */
  attributes: readonly { label: string }[];
  /** The key that clears them, in capitals; undefined for none. */
  shortcut: string | undefined;
  onClear: () => void;
}

/** Names the fields that were answered from the text, announces them once, and clears them. */
export function TextAnswersNote({ attributes, shortcut, onClear }: TextAnswersNoteProps) {
  const { t } = useTranslation();
  const fields = useNameList()(attributes);
  const text = fields && t('review.textAnswers.filled', { fields });
  const [firstText] = useState(text);
  useEffect(() => {
    if (firstText) announce(firstText);
  }, [firstText]);
  if (!text) return null;
  return (
    <div className={classes['fromText']}>
      <p className={classes['note']} dir="auto">
        {text}
      </p>
      <Button
        size="sm"
        variant="default"
        aria-label={t('review.action.clear')}
        aria-keyshortcuts={shortcut}
        rightSection={<ShortcutKey shortcut={shortcut} />}
        onClick={onClear}
      >
        {t('review.textAnswers.clear')}
      </Button>
    </div>
  );
}

/** What keeps the report from being decided: wrong answers, and what went wrong with pictures. */
export function TaskErrors({
  errors,
  problems,
  onSelect,
}: {
  errors: readonly SurveyFieldError[];
  problems: readonly string[];
  onSelect: (error: SurveyFieldError) => void;
}) {
  if (errors.length + problems.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert" p="xs" icon={<Icon icon={IconAlertTriangle} />}>
      <ErrorSummary errors={errors} onSelect={onSelect} />
      {problems.map((text) => (
        <p key={text} className={classes['text']}>
          {text}
        </p>
      ))}
    </Alert>
  );
}
