/** Words with marks for bold, lists and links, and how they will look. */
import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../markdown/markdown.tsx';
import classes from '../survey-form.module.css';
import { type AnswerProps, buildInputProps, toAnswerText } from './field-props.tsx';

export function MarkdownAnswer(props: AnswerProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const text = toAnswerText(props.answer);
  const around = (area: ReactNode) => (
    <div className={classes['markdown']}>
      <fieldset
        className={classes['views']}
        aria-label={t('surveyForm.markdown.view', { label: props.name ?? props.attribute.label })}
      >
        {([false, true] as const).map((preview) => (
          <Button
            key={String(preview)}
            size="sm"
            variant={preview === isShown ? 'light' : 'subtle'}
            aria-pressed={preview === isShown}
            onClick={() => setShown(preview)}
          >
            {t(preview ? 'surveyForm.markdown.preview' : 'surveyForm.markdown.write')}
          </Button>
        ))}
      </fieldset>
      {/* Hidden, not gone: what was typed can still be undone. */}
      <div hidden={isShown}>{area}</div>
      {isShown && (
        <div className={classes['preview']}>
          {text.trim() === '' ? (
            <p className={classes['hint']}>{t('surveyForm.markdown.empty')}</p>
          ) : (
            <Markdown text={text} />
          )}
        </div>
      )}
      {!isShown && <p className={classes['hint']}>{t('surveyForm.markdown.marks')}</p>}
    </div>
  );
  return (
    <Textarea
      {...buildInputProps(props)}
      dir="auto"
      autosize
      minRows={4}
      maxRows={16}
      value={text}
      onChange={(event) => props.onAnswer(event.currentTarget.value)}
      inputContainer={around}
    />
  );
}
