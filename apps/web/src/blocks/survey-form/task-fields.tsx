/** The fields of one task. */
import '@mantine/core/styles/Switch.layer.css';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { IconTextScan2 } from '@tabler/icons-react';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Task } from '@waypost/contract/surveys/tasks';
import { findDescriptionAttribute, getPostTextField } from '@waypost/survey-logic/survey-definition';
import { memo, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonalDataHint } from '../personal-data/personal-data-hint.tsx';
import {
  findErrorText,
  type SurveyFieldError,
  toAttributeTarget,
  toTaskTarget,
} from './answers/field-errors.ts';
import { AttributeField } from './fields/attribute-field.tsx';
import { FieldNotes, hasNotes } from './fields/field-notes.tsx';
import { fieldOrder } from './fields/field-props.tsx';
import { useSurveyFormContext } from './form-context.ts';
import classes from './survey-form.module.css';
import type { AnswerList, SurveyFormActions, SurveyFormState } from './use-survey-form.ts';

interface Props {
  task?: Task;
  attributes: readonly Attribute[];
  form: SurveyFormState;
  /** The survey has no attribute for the title: the form adds fields for title and text. */
  needsTitleField: boolean;
}

/** Compares by value: a key press in one field must not render all other fields again. */
const areErrorsEqual = (a: readonly SurveyFieldError[], b: readonly SurveyFieldError[]): boolean =>
  a.length === b.length && a.every((it, index) => it.text === b[index]?.text && it.index === b[index]?.index);

interface FieldRowProps {
  errors: readonly SurveyFieldError[];
  actions: SurveyFormActions;
}

interface PostTextProps extends FieldRowProps {
  field: 'title' | 'content';
  label: string;
  /** The survey's attribute for it, if there is one. */
  attribute?: Attribute;
  value: string;
}

/** The post's title or text; always required (spec 2 §5). */
const PostText = memo(
  function PostText({ field, label, attribute, value, errors, actions }: PostTextProps) {
    const props = {
      size: 'md' as const,
      inputWrapperOrder: [...fieldOrder],
      dir: 'auto' as const,
      required: true,
      label: <span dir="auto">{label}</span>,
      description: attribute && hasNotes(attribute) ? <FieldNotes attribute={attribute} /> : undefined,
      value,
      error: findErrorText(errors),
      onChange: (event: { currentTarget: { value: string } }) =>
        actions.setText(field, event.currentTarget.value),
      onBlur: () => actions.markTouched(field),
    };
    return (
      <div data-target={field}>
        {field === 'title' ? (
          <TextInput {...props} />
        ) : (
          <Textarea {...props} autosize minRows={4} maxRows={16} />
        )}
        {!attribute?.response_private && (
          <PersonalDataHint text={value} onChange={(text) => actions.setText(field, text)} />
        )}
      </div>
    );
  },
  (a, b) =>
    a.value === b.value &&
    a.label === b.label &&
    a.actions === b.actions &&
    areErrorsEqual(a.errors, b.errors),
);

interface AttributeRowProps extends FieldRowProps {
  attribute: Attribute;
  answers: AnswerList;
}

/** Says that the answer was read from the text of a message, until it is changed. */
function TextAnswerMark({ attributeKey, answers }: { attributeKey: string; answers: AnswerList }) {
  const { t } = useTranslation();
  const textAnswers = useSurveyFormContext().textAnswers?.[attributeKey];
  if (!textAnswers || JSON.stringify(textAnswers) !== JSON.stringify(answers)) return null;
  return (
    <p className={classes['fromText']}>
      <IconTextScan2 size={16} stroke={1.75} aria-hidden />
      {t('surveyForm.fromText')}
    </p>
  );
}

const AttributeRow = memo(
  function AttributeRow({ attribute, answers, errors, actions }: AttributeRowProps) {
    const target = toAttributeTarget(attribute.key);
    const onAnswers = useCallback(
      (change: (answers: AnswerList) => AnswerList) => actions.setAnswers(attribute.key, change),
      [actions, attribute.key],
    );
    return (
      <div
        data-target={target}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && actions.markTouched(target)}
      >
        <AttributeField attribute={attribute} answers={answers} updateAnswers={onAnswers} errors={errors} />
        <TextAnswerMark attributeKey={attribute.key} answers={answers} />
      </div>
    );
  },
  (a, b) =>
    a.attribute === b.attribute &&
    a.answers === b.answers &&
    a.actions === b.actions &&
    areErrorsEqual(a.errors, b.errors),
);

const noAnswers: AnswerList = [];

/** Title and text if needed, then one row per attribute. */
export function TaskFields({ task, attributes, form, needsTitleField }: Props) {
  const { t } = useTranslation();
  const { answers, actions } = form;
  const isComplete = task !== undefined && answers.completed.includes(task.id);
  const findErrors = (target: string) => form.errors.filter((it) => it.target === target);
  const hasTextAttribute = findDescriptionAttribute(form.survey.attributes) !== undefined;
  const renderPostText = (field: 'title' | 'content', label: string, attribute?: Attribute) => (
    <PostText
      key={field}
      field={field}
      label={label}
      {...(attribute ? { attribute } : {})}
      value={answers[field]}
      errors={findErrors(field)}
      actions={actions}
    />
  );
  return (
    <div className={classes['fields']}>
      {task?.type === 'task' && (
        <div data-target={toTaskTarget(task.id)} className={classes['completed']}>
          <Switch
            size="md"
            label={t('surveyForm.task.markComplete')}
            checked={isComplete}
            onChange={(event) => actions.setCompleted(task.id, event.currentTarget.checked)}
            error={findErrorText(findErrors(toTaskTarget(task.id)))}
          />
        </div>
      )}
      {task?.description && (
        <p dir="auto" className={classes['lead']}>
          {task.description}
        </p>
      )}
      {needsTitleField && renderPostText('title', t('surveyForm.title'))}
      {needsTitleField && !hasTextAttribute && renderPostText('content', t('surveyForm.content'))}
      {attributes.map((attribute) => {
        const postText = getPostTextField(attribute);
        if (postText) return renderPostText(postText, attribute.label, attribute);
        return (
          <AttributeRow
            key={attribute.key}
            attribute={attribute}
            answers={answers.values[attribute.key] ?? noAnswers}
            errors={findErrors(toAttributeTarget(attribute.key))}
            actions={actions}
          />
        );
      })}
    </div>
  );
}
