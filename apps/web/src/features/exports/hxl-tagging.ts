/** What was chosen over the fields of surveys: whether each goes along, under which tag, with which attributes. Pure. */

import type { HxlFieldTag } from '@waypost/contract/exports/exports';
import { findHxlAttributes, findHxlTags, formatHxlHeadings } from '@waypost/contract/hxl/hxl-vocabulary';
import type { Attribute } from '@waypost/contract/surveys/attributes';

export interface FieldTagging {
  isIncluded: boolean;
  tagId: number | null;
  /** Ids; null where one may still be chosen. */
  attributeIds: readonly (number | null)[];
}

/** By field's id. */
export type FieldTaggings = ReadonlyMap<number, FieldTagging>;

export const emptyTagging: FieldTagging = { isIncluded: false, tagId: null, attributeIds: [null] };

type TaggableField = Pick<Attribute, 'id' | 'type'>;

const findTag = ({ type }: TaggableField, { tagId: tag }: FieldTagging) =>
  findHxlTags(type).find((it) => it.id === tag);

/** The attributes that may be chosen beside a tag. */
export function listAvailableAttributes(field: TaggableField, tagged: FieldTagging) {
  const tag = findTag(field, tagged);
  return tag ? findHxlAttributes(tag, field.type) : [];
}

/** A field under another tag: it goes along then, and a place gets both its halves, since one alone is none. */
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

/** What will stand over the field's columns; none without a tag. */
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

/** As it is sent; a tag without attributes stands alone. */
export function buildHeadingRow(fields: readonly TaggableField[], tagged: FieldTaggings): HxlFieldTag[] {
  return fields.flatMap(({ id }): HxlFieldTag[] => {
    const { isIncluded: isOn, tagId: tag, attributeIds: attributes } = tagged.get(id) ?? emptyTagging;
    if (!isOn || tag === null) return [];
    const chosen = [...new Set(attributes)].filter((it) => it !== null);
    const base = { form_attribute_id: id, hxl_tag_id: tag };
    return chosen.length === 0 ? [base] : chosen.map((it) => ({ ...base, hxl_attribute_id: it }));
  });
}
