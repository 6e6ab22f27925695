/** The field of an attribute, by its input. */

import { Skeleton } from '@mantine/core';
import type { Attribute, AttributeInputKind } from '@waypost/contract/surveys/attributes';
import { type ComponentType, lazy, Suspense } from 'react';
import { CategoryField } from './category-field.tsx';
import { CheckboxField, RadioField, SelectAnswer } from './choice-fields.tsx';
import { DateAnswer, DateTimeAnswer } from './date-answers.tsx';
import type { AnswerProps, FieldProps } from './field-props.tsx';
import { LocationAnswer } from './location-answer.tsx';
import { MarkdownAnswer } from './markdown-answer.tsx';
import { PhotoAnswer } from './photo-answer.tsx';
import { RepeatedField } from './repeated-field.tsx';
import { LongTextAnswer, NumberAnswer, TextAnswer } from './text-answers.tsx';
import { VideoAnswer } from './video-answer.tsx';

/** Loaded separately: few surveys link posts, and a combobox is larger than all other fields. */
const LazyRelationAnswer = lazy(() =>
  import('./relation-answer.tsx').then((it) => ({ default: it.RelationAnswer })),
);

/** Controls for one answer; repeated for several. */
const singleAnswerControls = {
  text: TextAnswer,
  textarea: LongTextAnswer,
  markdown: MarkdownAnswer,
  number: NumberAnswer,
  date: DateAnswer,
  datetime: DateTimeAnswer,
  select: SelectAnswer,
  video: VideoAnswer,
  location: LocationAnswer,
  upload: PhotoAnswer,
  relation: LazyRelationAnswer,
} satisfies Partial<Record<AttributeInputKind, ComponentType<AnswerProps>>>;

/** Fields that show all answers at once. */
const multiAnswerFields = {
  radio: RadioField,
  checkbox: CheckboxField,
  checkboxes: CheckboxField,
  tags: CategoryField,
} satisfies Partial<Record<AttributeInputKind, ComponentType<FieldProps>>>;

const isMultiAnswerInput = (input: AttributeInputKind): input is keyof typeof multiAnswerFields =>
  input in multiAnswerFields;

/** Geometries are entered as text: the map of the form sets only points. */
const resolveInput = ({ type, input }: Attribute): AttributeInputKind =>
  type === 'geometry' ? 'textarea' : input;

/** Renders the field for an attribute. */
export function AttributeField(props: FieldProps) {
  const input = resolveInput(props.attribute);
  if (isMultiAnswerInput(input)) {
    const Field = multiAnswerFields[input];
    return <Field {...props} />;
  }
  return (
    <Suspense fallback={<Skeleton height={44} />}>
      <RepeatedField {...props} control={singleAnswerControls[input]} />
    </Suspense>
  );
}
