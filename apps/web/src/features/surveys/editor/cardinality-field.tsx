import { Group, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { limits } from '@waypost/contract/common/limits';
import { fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import { useTranslation } from 'react-i18next';
import { type DraftField, isPostText } from '../draft/survey-draft.ts';

type CardinalityFieldValues = Pick<DraftField, 'type' | 'input' | 'cardinality'>;

/** Checkboxes and categories show all answers at once, so the only setting is their number. */
const allowsManyAnswers = ({ type, input }: CardinalityFieldValues): boolean =>
  fieldTypes[type].answerKind === 'category' || fieldInputs[input].answers === 'many';

/** Radio buttons and selects have one answer; title and description belong to the post. */
const allowsOneAnswer = ({ type, input }: CardinalityFieldValues): boolean =>
  fieldInputs[input].answers === 'one' || isPostText({ type });

interface Props {
  field: CardinalityFieldValues;
  onChange: (values: { cardinality: number }) => void;
}

/** How many answers a field accepts (cardinality; 0 is any number). */
export function CardinalityField({ field, onChange }: Props) {
  const { t } = useTranslation();
  if (allowsOneAnswer(field)) return null;
  const { cardinality } = field;
  const isMany = allowsManyAnswers(field) || cardinality !== 1;
  const maxAnswers = (
    <TextInput
      size="md"
      w={160}
      label={t('survey.field.maxAnswers')}
      description={t('survey.field.maxAnswersHint')}
      inputMode="numeric"
      dir="ltr"
      autoComplete="off"
      value={cardinality === 0 ? '' : String(cardinality)}
      onChange={(event) => {
        const typedNumber = Number(event.currentTarget.value.replace(/\D/g, ''));
        onChange({ cardinality: Math.min(typedNumber, limits.attributeCardinality) });
      }}
    />
  );
  if (allowsManyAnswers(field)) return maxAnswers;
  return (
    <Group align="flex-end" gap="lg">
      <Switch
        size="md"
        flex={1}
        label={t('survey.field.many.label')}
        description={t('survey.field.many.text')}
        checked={isMany}
        onChange={(event) => onChange({ cardinality: event.currentTarget.checked ? 0 : 1 })}
      />
      {isMany && maxAnswers}
    </Group>
  );
}
