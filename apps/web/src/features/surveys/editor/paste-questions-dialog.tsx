/** Dialog that makes fields of pasted questions. keys: survey.kind.* */
import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { keepsOptions, type PastedKind, parseQuestions, pastedKinds } from '../draft/parse-questions.ts';
import { type DraftField, newField } from '../draft/survey-draft.ts';
import classes from './survey-editor.module.css';

interface Props {
  onAdd: (fields: DraftField[]) => void;
  onClose: () => void;
}

/** A text area, and below it the fields that its lines become. */
export default function PasteQuestionsDialog({ onAdd, onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [kinds, setKinds] = useState<Readonly<Record<string, PastedKind>>>({});
  const questions = useMemo(() => parseQuestions(text), [text]);
  const getKind = (label: string, fallback: PastedKind) => kinds[label] ?? fallback;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (questions.length === 0) return;
    onAdd(
      questions.map(({ label, isRequired, options, kind }) => {
        const field = newField(getKind(label, kind), label);
        return {
          ...field,
          required: isRequired,
          options: keepsOptions(getKind(label, kind)) ? options : field.options,
        };
      }),
    );
    onClose();
  };
  return (
    <FormDialog title={t('survey.paste.title')} onClose={onClose} size="lg">
      <form noValidate onSubmit={submit}>
        <Textarea
          size="md"
          label={t('survey.paste.label')}
          description={t('survey.paste.hint')}
          data-autofocus
          dir="auto"
          autosize
          minRows={5}
          maxRows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {questions.length > 0 && (
          <ol className={classes['pasted']} aria-label={t('survey.paste.result')}>
            {questions.map(({ label, kind, isRequired, options }, index) => (
              // Two lines may be the same.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={`${index}-${label}`} className={classes['pastedRow']}>
                <span className={classes['pastedText']}>
                  <bdi>{label}</bdi>
                  {isRequired && <span className={classes['required']}> *</span>}
                  {options.length > 0 && (
                    <span className={classes['about']} dir="auto">
                      {options.join(' · ')}
                    </span>
                  )}
                </span>
                <NativeSelect
                  aria-label={t('survey.paste.kindOf', { label })}
                  value={getKind(label, kind)}
                  data={pastedKinds
                    .filter((it) => options.length > 0 || !keepsOptions(it))
                    .map((it) => ({ value: it, label: t(`survey.kind.${it}.name`) }))}
                  onChange={(event) => {
                    const chosen = pastedKinds.find((it) => it === event.currentTarget.value);
                    if (chosen) setKinds((before) => ({ ...before, [label]: chosen }));
                  }}
                />
              </li>
            ))}
          </ol>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" size="md" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" size="md" disabled={questions.length === 0}>
            {questions.length === 0
              ? t('survey.paste.add')
              : t('survey.paste.addCount', { number: questions.length })}
          </Button>
        </Group>
      </form>
    </FormDialog>
  );
}
