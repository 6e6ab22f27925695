/** The HXL tagging of survey fields: which fields are exported, with which tag and attributes. Pure. */

import type { HxlFieldTag } from '@waypost/contract/exports/exports';
import { findHxlAttributes, findHxlTags, formatHxlHeadings } from '@waypost/contract/hxl/hxl-vocabulary';
import type { Attribute } from '@waypost/contract/surveys/attributes';

export interface FieldTagging {
  isIncluded: boolean;
  tagId: number | null;
  /** Ids; null for a select without a choice. */
  attributeIds: readonly (number | null)[];
}

/** Tagging by id of the field. */
export type FieldTaggings = ReadonlyMap<number, FieldTagging>;

export const emptyTagging: FieldTagging = { isIncluded: false, tagId: null, attributeIds: [null] };

type TaggableField = Pick<Attribute, 'id' | 'type'>;

const findTag = ({ type }: TaggableField, { tagId: tag }: FieldTagging) =>
  findHxlTags(type).find((it) => it.id === tag);

/** The attributes that can be combined with the tag. */
export function listAvailableAttributes(field: TaggableField, tagged: FieldTagging) {
  const tag = findTag(field, tagged);
  return tag ? findHxlAttributes(tag, field.type) : [];
}

/** Sets the tag of a field and includes the field in the export. A place gets both coordinates, since one alone is useless. */
export function setTag(field: TaggableField, before: FieldTagging, tag: number | null): FieldTagging {
  const next: FieldTagging = {
    isIncluded: before.isIncluded || tag !== null,
    tagId: tag,
    attributeIds: [null],
  };
  if (findTag(field, next)?.tag_name !== 'geo') return next;
  return { ...next, attributeIds: listAvailableAttributes(field, next).map((it) => it.id) };
}

export const setAttribute = (before: FieldTagging, at: number, id: number | null): FieldTagging => ({
  ...before,
  isIncluded: true,
  attributeIds: before.attributeIds.map((it, index) => (index === at ? id : it)),
});

/** The hashtags of the columns of a field; empty without a tag. */
export function buildHashtagPreview(field: TaggableField, tagged: FieldTagging): string[] {
  const tag = findTag(field, tagged);
  if (!tag || !tagged.isIncluded) return [];
  const chosen = tag.attributes.filter(({ id }) => tagged.attributeIds.includes(id));
  return formatHxlHeadings(
    field.type,
    tag.tag_name,
    chosen.map((it) => it.attribute),
  ).filter((label) => label !== '');
}

/** The heading row in API format. A tag without attributes is sent as a tag alone. */
export function buildHeadingRow(fields: readonly TaggableField[], tagged: FieldTaggings): HxlFieldTag[] {
  return fields.flatMap(({ id }): HxlFieldTag[] => {
    const { isIncluded: isOn, tagId: tag, attributeIds: attributes } = tagged.get(id) ?? emptyTagging;
    if (!isOn || tag === null) return [];
    const chosen = [...new Set(attributes)].filter((it) => it !== null);
    const base = { form_attribute_id: id, hxl_tag_id: tag };
    return chosen.length === 0 ? [base] : chosen.map((it) => ({ ...base, hxl_attribute_id: it }));
  });
}
