/** The field for an attribute, by the way its answer is given. */

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

/** Few surveys ask for other posts, and a list that opens weighs more than all other fields. */
const LazyRelationAnswer = lazy(() =>
  import('./relation-answer.tsx').then((it) => ({ default: it.RelationAnswer })),
);

/** Inputs that ask for one answer at a time. */
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

/** Inputs that show all answers at once. */
const multiAnswerFields = {
  radio: RadioField,
  checkbox: CheckboxField,
  checkboxes: CheckboxField,
  tags: CategoryField,
} satisfies Partial<Record<AttributeInputKind, ComponentType<FieldProps>>>;

const isMultiAnswerInput = (input: AttributeInputKind): input is keyof typeof multiAnswerFields =>
  input in multiAnswerFields;

/** Areas are written as text: the map of this form sets points. */
const resolveInput = ({ type, input }: Attribute): AttributeInputKind =>
  type === 'geometry' ? 'textarea' : input;

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
