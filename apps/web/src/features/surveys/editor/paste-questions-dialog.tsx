/** Dialog that makes fields of pasted questions. keys: survey.kind.* */
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasteListDialog } from '../../../ui/dialog/paste-list-dialog.tsx';
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
  const addFields = () => {
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
    <PasteListDialog
      title={t('survey.paste.title')}
      label={t('survey.paste.label')}
      hint={t('survey.paste.hint')}
      text={text}
      onTextChange={setText}
      submitLabel={
        questions.length === 0
          ? t('survey.paste.add')
          : t('survey.paste.addCount', { number: questions.length })
      }
      canSubmit={questions.length > 0}
      onSubmit={addFields}
      onClose={onClose}
    >
      {questions.length > 0 && (
        <ol className={classes['pasted']} aria-label={t('survey.paste.result')}>
          {questions.map((question, index) => (
            // Two lines may be the same.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${index}-${question.label}`} className={classes['pastedRow']}>
              <PastedField
                question={question}
                kind={getKind(question.label, question.kind)}
                onKindChange={(kind) => setKinds((before) => ({ ...before, [question.label]: kind }))}
              />
            </li>
          ))}
        </ol>
      )}
    </PasteListDialog>
  );
}

interface PastedFieldProps {
  question: ReturnType<typeof parseQuestions>[number];
  kind: PastedKind;
  onKindChange: (kind: PastedKind) => void;
}

/** A line as a field, and the choice of its kind. */
function PastedField({ question, kind, onKindChange }: PastedFieldProps) {
  const { t } = useTranslation();
  const { label, isRequired, options } = question;
  return (
    <>
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
        value={kind}
        data={pastedKinds
          .filter((it) => options.length > 0 || !keepsOptions(it))
          .map((it) => ({ value: it, label: t(`survey.kind.${it}.name`) }))}
        onChange={(event) => {
          const chosen = pastedKinds.find((it) => it === event.currentTarget.value);
          if (chosen) onKindChange(chosen);
        }}
      />
    </>
  );
}
