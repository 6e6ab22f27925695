/** The field for Markdown, with a preview. */
import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../markdown/markdown.tsx';
import classes from '../survey-form.module.css';
import { type AnswerProps, buildInputProps, toAnswerText } from './field-props.tsx';

/** A text area that can be switched to a preview. */
export function MarkdownAnswer(props: AnswerProps) {
  const { t } = useTranslation();
  const [isPreview, setPreview] = useState(false);
  const text = toAnswerText(props.answer);
  const renderContainer = (textarea: ReactNode) => (
    <div className={classes['markdown']}>
      <fieldset
        className={classes['views']}
        aria-label={t('surveyForm.markdown.view', { label: props.name ?? props.attribute.label })}
      >
        {([false, true] as const).map((preview) => (
          <Button
            key={String(preview)}
            size="sm"
            variant={preview === isPreview ? 'light' : 'subtle'}
            aria-pressed={preview === isPreview}
            onClick={() => setPreview(preview)}
          >
            {t(preview ? 'surveyForm.markdown.preview' : 'surveyForm.markdown.write')}
          </Button>
        ))}
      </fieldset>
      {/* Hidden, not unmounted: the undo history of the text area is kept. */}
      <div hidden={isPreview}>{textarea}</div>
      {isPreview && (
        <div className={classes['preview']}>
          {text.trim() === '' ? (
            <p className={classes['hint']}>{t('surveyForm.markdown.empty')}</p>
          ) : (
            <Markdown text={text} />
          )}
        </div>
      )}
      {!isPreview && <p className={classes['hint']}>{t('surveyForm.markdown.marks')}</p>}
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
      inputContainer={renderContainer}
    />
  );
}
