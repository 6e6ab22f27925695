/** The kinds of fields that the editor offers, with names, icons and controls for default values. keys: survey.kind.* */
import {
  IconAbc,
  IconAlignLeft,
  IconCalendar,
  IconCalendarTime,
  IconCategory,
  IconChecklist,
  IconCircleDot,
  IconDecimal,
  IconHeading,
  IconLetterT,
  IconLink,
  IconMapPin,
  IconMarkdown,
  IconNumber123,
  IconPhone,
  IconPhoto,
  IconSelector,
  IconTextCaption,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';
import { type FieldKind, fieldKinds } from '@waypost/contract/surveys/field-types';
import { t } from 'i18next';
import type { ComponentType } from 'react';
import { type DraftField, isPostText } from '../draft/survey-draft.ts';
import {
  DateDefault,
  DateTimeDefault,
  type DefaultValueProps,
  LongTextDefault,
  NumberDefault,
  OptionDefault,
  TextDefault,
} from './default-value-controls.tsx';

/** Headings in the choice of a kind, in order. */
export const fieldKindGroups = ['words', 'choice', 'fact', 'more'] as const;

interface KindChoice {
  group: (typeof fieldKindGroups)[number];
  icon: TablerIcon;
}

/** How each kind is offered, in the order within its group. */
export const fieldKindChoices: Record<FieldKind, KindChoice> = {
  shortText: { group: 'words', icon: IconAbc },
  longText: { group: 'words', icon: IconAlignLeft },
  markdown: { group: 'words', icon: IconMarkdown },
  title: { group: 'words', icon: IconHeading },
  description: { group: 'words', icon: IconTextCaption },
  select: { group: 'choice', icon: IconSelector },
  radio: { group: 'choice', icon: IconCircleDot },
  checkbox: { group: 'choice', icon: IconChecklist },
  tags: { group: 'choice', icon: IconCategory },
  int: { group: 'fact', icon: IconNumber123 },
  decimal: { group: 'fact', icon: IconDecimal },
  phone: { group: 'fact', icon: IconPhone },
  date: { group: 'fact', icon: IconCalendar },
  datetime: { group: 'fact', icon: IconCalendarTime },
  location: { group: 'fact', icon: IconMapPin },
  upload: { group: 'more', icon: IconPhoto },
  video: { group: 'more', icon: IconVideo },
  relation: { group: 'more', icon: IconLink },
};

const fieldKindNames = Object.keys(fieldKindChoices) as FieldKind[];

/** The kinds of a group, in order. */
export const listFieldKinds = (group: KindChoice['group']): FieldKind[] =>
  fieldKindNames.filter((kind) => fieldKindChoices[kind].group === group);

/** The control for the default value of a field, by its input; null for inputs without a default value. */
export const defaultValueControls: Record<DraftField['input'], ComponentType<DefaultValueProps> | null> = {
  text: TextDefault,
  textarea: LongTextDefault,
  markdown: LongTextDefault,
  number: NumberDefault,
  date: DateDefault,
  datetime: DateTimeDefault,
  select: OptionDefault,
  radio: OptionDefault,
  checkbox: null,
  checkboxes: null,
  location: null,
  phone: null,
  relation: null,
  upload: null,
  video: null,
  tags: null,
};

/**
 * The kind of a field; undefined for combinations that only API clients create. Title and description accept either text input.
 */
export function getFieldKind(field: Pick<DraftField, 'type' | 'input'>): FieldKind | undefined {
  const input = field.input === 'checkboxes' ? 'checkbox' : field.input;
  return fieldKindNames.find(
    (kind) => fieldKinds[kind].type === field.type && (isPostText(field) || fieldKinds[kind].input === input),
  );
}

/** Icon of a field. */
export const getFieldIcon = (field: Pick<DraftField, 'type' | 'input'>): TablerIcon => {
  const kind = getFieldKind(field);
  return kind ? fieldKindChoices[kind].icon : IconLetterT;
};

/** Name of a field's kind. */
export const getFieldKindLabel = (field: Pick<DraftField, 'type' | 'input'>): string => {
  const kind = getFieldKind(field);
  return kind ? t(`survey.kind.${kind}.name`) : `${field.type}, ${field.input}`;
};
