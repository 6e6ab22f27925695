/** The fields of one task. */
import '@mantine/core/styles/Switch.layer.css';
import { Switch, Textarea, TextInput } from '@mantine/core';
import type { Attribute } from '@waypost/contract/attributes';
import type { Task } from '@waypost/contract/tasks';
import { useTranslation } from 'react-i18next';
import { AttributeField } from './attribute-field.tsx';
import { faultText, targetOf, taskTarget } from './field-faults.ts';
import classes from './survey-form.module.css';
import type { SurveyFormState } from './use-survey-form.ts';

interface Props {
  task?: Task;
  attributes: readonly Attribute[];
  form: SurveyFormState;
  /** The survey has no attribute for title and text of its own: the form asks for them by its own words. */
  asksForTitle: boolean;
}

type Words = { label: string; instructions?: string | null };

/** The post's title or text: required whatever the survey says (spec 2 §5). */
function PostText({
  field,
  words,
  form,
}: {
  field: 'title' | 'content';
  words: Words;
  form: SurveyFormState;
}) {
  const { instructions } = words;
  const props = {
    size: 'md' as const,
    dir: 'auto' as const,
    required: true,
    label: <span dir="auto">{words.label}</span>,
    description: instructions ? <span dir="auto">{instructions}</span> : undefined,
    value: form.answers[field],
    error: faultText(form.faults.filter((it) => it.target === field)),
    onChange: (event: { currentTarget: { value: string } }) => form.setText(field, event.currentTarget.value),
    onBlur: () => form.leave(field),
  };
  return (
    <div data-target={field} className={classes['field']}>
      {field === 'title' ? (
        <TextInput {...props} />
      ) : (
        <Textarea {...props} autosize minRows={4} maxRows={16} />
      )}
    </div>
  );
}

export function TaskFields({ task, attributes, form, asksForTitle }: Props) {
  const { t } = useTranslation();
  const isComplete = task !== undefined && form.answers.completed.includes(task.id);
  const taskFault = task && faultText(form.faults.filter((it) => it.target === taskTarget(task.id)));
  const hasText = form.survey.attributes.some((it) => it.type === 'description');
  return (
    <div className={classes['fields']}>
      {task?.description && (
        <p dir="auto" className={classes['lead']}>
          {task.description}
        </p>
      )}
      {asksForTitle && <PostText field="title" words={{ label: t('surveyForm.title') }} form={form} />}
      {asksForTitle && !hasText && (
        <PostText field="content" words={{ label: t('surveyForm.content') }} form={form} />
      )}
      {attributes.map((attribute) => {
        if (attribute.type === 'title' || attribute.type === 'description') {
          const field = attribute.type === 'title' ? 'title' : 'content';
          return <PostText key={attribute.key} field={field} words={attribute} form={form} />;
        }
        const target = targetOf(attribute.key);
        return (
          <div
            key={attribute.key}
            data-target={target}
            className={classes['field']}
            onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && form.leave(target)}
          >
            <AttributeField
              attribute={attribute}
              answers={form.answers.values[attribute.key] ?? []}
              onAnswers={(answers) => form.setAnswers(attribute.key, answers)}
              faults={form.faults.filter((it) => it.target === target)}
            />
          </div>
        );
      })}
      {task?.type === 'task' && (
        <div data-target={taskTarget(task.id)} className={classes['completed']}>
          <Switch
            size="md"
            label={t('surveyForm.task.markComplete')}
            checked={isComplete}
            onChange={(event) => form.setCompleted(task.id, event.currentTarget.checked)}
            error={taskFault}
          />
        </div>
      )}
    </div>
  );
}
