/** The kinds of fields that the editor offers, with names and icons. keys: survey.kind.* */
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
  IconPhoto,
  IconSelector,
  IconTextCaption,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';
import { type FieldKind, fieldKinds } from '@waypost/contract/surveys/survey-forms';
import { t } from 'i18next';
import type { DraftField } from '../draft/survey-draft.ts';

/** Icon of each kind. */
export const fieldKindIcons: Record<FieldKind, TablerIcon> = {
  shortText: IconAbc,
  longText: IconAlignLeft,
  markdown: IconMarkdown,
  decimal: IconDecimal,
  int: IconNumber123,
  location: IconMapPin,
  date: IconCalendar,
  datetime: IconCalendarTime,
  select: IconSelector,
  radio: IconCircleDot,
  checkbox: IconChecklist,
  tags: IconCategory,
  relation: IconLink,
  upload: IconPhoto,
  video: IconVideo,
  title: IconHeading,
  description: IconTextCaption,
};

/** Groups of kinds, in the order in which they are offered. */
export const fieldKindGroups = [
  { group: 'words', kinds: ['shortText', 'longText', 'markdown', 'title', 'description'] },
  { group: 'choice', kinds: ['select', 'radio', 'checkbox', 'tags'] },
  { group: 'fact', kinds: ['int', 'decimal', 'date', 'datetime', 'location'] },
  { group: 'more', kinds: ['upload', 'video', 'relation'] },
] as const satisfies readonly { group: string; kinds: readonly FieldKind[] }[];

const isFieldKind = (name: string): name is FieldKind => name in fieldKinds;

/**
 * The kind of a field; undefined for combinations that only API clients create. Title and description accept either text input.
 */
export function getFieldKind({ type, input }: Pick<DraftField, 'type' | 'input'>): FieldKind | undefined {
  if (type === 'title' || type === 'description') return type;
  if (type === 'varchar' && input === 'checkboxes') return 'checkbox';
  return Object.keys(fieldKinds)
    .filter(isFieldKind)
    .find((name) => fieldKinds[name].type === type && fieldKinds[name].input === input);
}

/** Icon of a field. */
export const getFieldIcon = (field: Pick<DraftField, 'type' | 'input'>): TablerIcon => {
  const kind = getFieldKind(field);
  return kind ? fieldKindIcons[kind] : IconLetterT;
};

/** Name of a field's kind. */
export const getFieldKindLabel = (field: Pick<DraftField, 'type' | 'input'>): string => {
  const kind = getFieldKind(field);
  return kind ? t(`survey.kind.${kind}.name`) : `${field.type}, ${field.input}`;
};
