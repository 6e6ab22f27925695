/** Words with marks for bold, lists and links, and how they will look. */
import { SegmentedControl, Textarea } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../markdown/markdown.tsx';
import { type AnswerProps, inputProps, textOf } from '../field-props.tsx';
import classes from '../survey-form.module.css';

export function MarkdownAnswer(props: AnswerProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const text = textOf(props.answer);
  const around = (area: ReactNode) => (
    <div className={classes['markdown']}>
      <SegmentedControl
        size="sm"
        aria-label={t('surveyForm.markdown.view', { label: props.name ?? props.attribute.label })}
        data={[
          { value: 'write', label: t('surveyForm.markdown.write') },
          { value: 'preview', label: t('surveyForm.markdown.preview') },
        ]}
        value={isShown ? 'preview' : 'write'}
        onChange={(view) => setShown(view === 'preview')}
      />
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
      {...inputProps(props)}
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
