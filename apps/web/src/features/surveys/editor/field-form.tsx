/** Form for a field: label, options, number of answers and visibility (spec 3 §2, §3). */
import { Button, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { limits } from '@waypost/contract/common/limits';
import { type AnswerKind, fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import { AttributeForm } from '@waypost/contract/surveys/survey-forms';
import { validateAttribute } from '@waypost/survey-logic/validate-answers';
import { type ComponentType, type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSchemaErrors } from '../../../api/schema-errors.ts';
import { toSurveyFieldErrors } from '../../../blocks/survey-form/answers/field-errors.ts';
import { normaliseNumber } from '../../../blocks/survey-form/answers/typed-number.ts';
import { focusOnMount } from '../../../ui/browser/focus-on-mount.ts';
import { type DraftField, type DraftTask, isPostText, isSaved } from '../draft/survey-draft.ts';
import { CardinalityField } from './cardinality-field.tsx';
import { CategoryOptionsField } from './category-options-field.tsx';
import { ChoicesField } from './choices-field.tsx';
import { defaultValueControls } from './field-kinds.ts';
import { RelatedSurveysField } from './related-surveys-field.tsx';

const DemandedAreaField = lazy(() => import('./demanded-area-field.tsx'));

interface Props {
  field: DraftField;
  isNew: boolean;
  task: DraftTask;
  tasks: readonly DraftTask[];
  surveyId: number | null;
  onSave: (field: DraftField, taskId: number) => void;
  /** Returns to the choice of the kind, for a new field. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
}

interface KindSettingsProps {
  field: DraftField;
  surveyId: number | null;
  onChange: (values: Partial<DraftField>) => void;
}

const CategorySettings = ({ field, onChange }: KindSettingsProps) => (
  <CategoryOptionsField options={field.options.map(Number)} onChange={(options) => onChange({ options })} />
);
const RelationSettings = ({ field, surveyId, onChange }: KindSettingsProps) => (
  <RelatedSurveysField
    config={field.config}
    surveyId={surveyId}
    onChange={(config) => onChange({ config })}
  />
);

const PlaceSettings = ({ field, onChange }: KindSettingsProps) => (
  <Suspense>
    <DemandedAreaField config={field.config} onChange={(config) => onChange({ config })} />
  </Suspense>
);

function CaptionSettings({ field, onChange }: KindSettingsProps) {
  const { t } = useTranslation();
  return (
    <Switch
      size="md"
      label={t('survey.field.caption')}
      checked={field.config['hasCaption'] === true}
      onChange={(event) => onChange({ config: { ...field.config, hasCaption: event.currentTarget.checked } })}
    />
  );
}

/** Settings that only fields with these answers have: above the default value, and below the number of answers. */
const kindSettings: Record<
  AnswerKind,
  { upper?: ComponentType<KindSettingsProps>; lower?: ComponentType<KindSettingsProps> }
> = {
  text: {},
  number: {},
  time: {},
  point: { lower: PlaceSettings },
  shape: {},
  link: {},
  phone: {},
  post: { upper: RelationSettings },
  media: { lower: CaptionSettings },
  category: { upper: CategorySettings },
};

/** Trims texts and removes empty options. */
function normalizeField(field: DraftField): DraftField {
  const { answerKind } = fieldTypes[field.type];
  const options =
    answerKind === 'category'
      ? field.options
      : [...new Set(field.options.map((option) => String(option).trim()).filter((option) => option !== ''))];
  return {
    ...field,
    label: field.label.trim(),
    instructions: field.instructions.trim(),
    default: answerKind === 'number' ? normaliseNumber(field.default) : field.default.trim(),
    options,
  };
}

/** An invalid default value would silently be left out of every report. */
function findDefaultError(field: DraftField): string | undefined {
  if (field.default === '' || isPostText(field)) return undefined;
  const attribute = { ...field, key: 'it', options: [...field.options], form_stage_id: 0 };
  const errors = validateAttribute(attribute, { it: [field.default] }, {});
  return toSurveyFieldErrors(errors, [attribute])[0]?.text;
}

/** Whether an answer is required, and whether it is private. */
function AnswerSwitches({ field, onChange }: Pick<KindSettingsProps, 'field' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <>
      <Switch
        size="md"
        label={t('survey.field.required.label')}
        description={t('survey.field.required.text')}
        checked={field.required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
      <Switch
        size="md"
        label={t('survey.field.private.label')}
        description={t('survey.field.private.text')}
        checked={field.response_private}
        onChange={(event) => onChange({ response_private: event.currentTarget.checked })}
      />
    </>
  );
}

/** Edits a copy of the field; `onSave` gets it when it is valid. */
export function FieldForm({
  field: initialField,
  isNew,
  task,
  tasks,
  surveyId,
  onSave,
  onBack,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const [field, setField] = useState(initialField);
  const [taskId, setTaskId] = useState(task.id);
  const [isSubmitted, setSubmitted] = useState(false);
  const [isLabelTouched, setLabelTouched] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const set = (values: Partial<DraftField>) => setField((now) => ({ ...now, ...values }));

  const normalizedField = normalizeField(field);
  const labels = { label: t('survey.field.label'), options: t('survey.field.options') };
  const schemaErrors = formatSchemaErrors(AttributeForm, normalizedField, labels);
  const errors =
    normalizedField.label === '' ? { ...schemaErrors, label: t('survey.field.labelNeeded') } : schemaErrors;
  const defaultError = findDefaultError(normalizedField);
  const shownErrors = isSubmitted ? errors : {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(errors).length === 0 && !defaultError) return onSave(normalizedField, taskId);
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };

  const isText = isPostText(field);
  const { answerKind } = fieldTypes[field.type];
  const settings = kindSettings[answerKind];
  const DefaultValue = defaultValueControls[field.input];
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          size="md"
          label={t('survey.field.label')}
          description={t('survey.field.labelHint')}
          required
          dir="auto"
          autoComplete="off"
          data-autofocus
          {...(isNew ? { ref: focusOnMount } : {})}
          maxLength={limits.attributeLabel}
          value={field.label}
          error={shownErrors['label'] ?? (isLabelTouched ? errors['label'] : undefined)}
          onChange={(event) => set({ label: event.currentTarget.value })}
          onBlur={() => field.label !== '' && setLabelTouched(true)}
        />
        <Textarea
          size="md"
          label={t('survey.field.instructions')}
          description={t('survey.field.instructionsHint')}
          dir="auto"
          autosize
          minRows={1}
          maxLength={limits.surveyText}
          value={field.instructions}
          onChange={(event) => set({ instructions: event.currentTarget.value })}
        />
        {fieldInputs[field.input].hasOptions && (
          <ChoicesField
            options={field.options.map(String)}
            isSaved={isSaved(field.id)}
            error={shownErrors['options']}
            onChange={(options) => set({ options })}
          />
        )}
        {settings.upper && <settings.upper field={field} surveyId={surveyId} onChange={set} />}
        {DefaultValue && (
          <DefaultValue field={field} error={isSubmitted ? defaultError : undefined} onChange={set} />
        )}
        <CardinalityField field={field} onChange={set} />
        {settings.lower && <settings.lower field={field} surveyId={surveyId} onChange={set} />}
        {!isText && answerKind !== 'category' && <AnswerSwitches field={field} onChange={set} />}
        {tasks.length > 1 && !isText && (
          <NativeSelect
            size="md"
            label={t('survey.field.task')}
            value={String(taskId)}
            data={tasks.map((task) => ({ value: String(task.id), label: task.label }))}
            onChange={(event) => setTaskId(Number(event.currentTarget.value))}
          />
        )}
      </Stack>
      <Group justify="flex-end" mt="lg">
        {onBack && (
          <Button variant="subtle" size="md" onClick={onBack}>
            {t('survey.kind.back')}
          </Button>
        )}
        <Button variant="default" size="md" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" size="md">
          {t(isNew ? 'survey.field.addIt' : 'survey.field.keep')}
        </Button>
      </Group>
    </form>
  );
}
