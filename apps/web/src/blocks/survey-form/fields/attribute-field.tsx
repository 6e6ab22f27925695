/** The field of an attribute, by its input. */

import { Skeleton } from '@mantine/core';
import type { Attribute, AttributeInputKind } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
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

/** Loaded separately: few surveys ask for phone numbers, and the rules of all countries are larger than the form. */
const LazyPhoneAnswer = lazy(() => import('./phone-answer.tsx').then((it) => ({ default: it.PhoneAnswer })));

/** The control of each input: for one answer and repeated for several, or for all answers at once. */
const fieldControls: Record<
  AttributeInputKind,
  { single: ComponentType<AnswerProps> } | { all: ComponentType<FieldProps> }
> = {
  text: { single: TextAnswer },
  textarea: { single: LongTextAnswer },
  markdown: { single: MarkdownAnswer },
  number: { single: NumberAnswer },
  phone: { single: LazyPhoneAnswer },
  date: { single: DateAnswer },
  datetime: { single: DateTimeAnswer },
  select: { single: SelectAnswer },
  video: { single: VideoAnswer },
  location: { single: LocationAnswer },
  upload: { single: PhotoAnswer },
  relation: { single: LazyRelationAnswer },
  radio: { all: RadioField },
  checkbox: { all: CheckboxField },
  checkboxes: { all: CheckboxField },
  tags: { all: CategoryField },
};

/** Geometries are entered as text: the map of the form sets only points. */
const resolveInput = ({ type, input }: Attribute): AttributeInputKind =>
  fieldTypes[type].answerKind === 'shape' ? 'textarea' : input;

/** Renders the field for an attribute. */
export function AttributeField(props: FieldProps) {
  const control = fieldControls[resolveInput(props.attribute)];
  if ('all' in control) return <control.all {...props} />;
  return (
    <Suspense fallback={<Skeleton height={44} />}>
      <RepeatedField {...props} control={control.single} />
    </Suspense>
  );
}
