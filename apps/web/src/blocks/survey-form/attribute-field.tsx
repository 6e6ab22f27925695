/** The field for an attribute, by the way its answer is given. */

import { Skeleton } from '@mantine/core';
import type { Attribute, AttributeInputKind } from '@waypost/contract/attributes';
import { type ComponentType, lazy, Suspense } from 'react';
import type { AnswerProps, FieldProps } from './field-props.tsx';
import { CategoryField } from './fields/category-field.tsx';
import { CheckboxField, RadioField, SelectAnswer } from './fields/choice-fields.tsx';
import { DateAnswer, DateTimeAnswer } from './fields/date-answers.tsx';
import { LocationAnswer } from './fields/location-answer.tsx';
import { MarkdownAnswer } from './fields/markdown-answer.tsx';
import { PhotoAnswer } from './fields/photo-answer.tsx';
import { LongTextAnswer, NumberAnswer, TextAnswer } from './fields/text-answers.tsx';
import { VideoAnswer } from './fields/video-answer.tsx';
import { RepeatedField } from './repeated-field.tsx';

/** Few surveys ask for other posts, and a list that opens weighs more than all other fields. */
const RelationAnswer = lazy(() =>
  import('./fields/relation-answer.tsx').then((it) => ({ default: it.RelationAnswer })),
);

/** Inputs that ask for one answer at a time. */
const controls = {
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
  relation: RelationAnswer,
} satisfies Partial<Record<AttributeInputKind, ComponentType<AnswerProps>>>;

/** Inputs that show all answers at once. */
const wholeFields = {
  radio: RadioField,
  checkbox: CheckboxField,
  checkboxes: CheckboxField,
  tags: CategoryField,
} satisfies Partial<Record<AttributeInputKind, ComponentType<FieldProps>>>;

const isWhole = (input: AttributeInputKind): input is keyof typeof wholeFields => input in wholeFields;

/** Areas are written as text: the map of this form sets points. */
const inputOf = ({ type, input }: Attribute): AttributeInputKind =>
  type === 'geometry' ? 'textarea' : input;

export function AttributeField(props: FieldProps) {
  const input = inputOf(props.attribute);
  if (isWhole(input)) {
    const Field = wholeFields[input];
    return <Field {...props} />;
  }
  return (
    <Suspense fallback={<Skeleton height={44} />}>
      <RepeatedField {...props} control={controls[input]} />
    </Suspense>
  );
}
