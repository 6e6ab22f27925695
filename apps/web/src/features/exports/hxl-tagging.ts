/** The HXL tagging of survey fields: which fields are exported, with which tag and attributes. Pure. */

import type { HxlFieldTag } from '@waypost/contract/exports/exports';
import { findHxlAttributes, findHxlTags, formatHxlHeadings } from '@waypost/contract/hxl/hxl-vocabulary';
import type { Attribute } from '@waypost/contract/surveys/attributes';

/** The HXL tagging of one field. */
export interface FieldTagging {
  isIncluded: boolean;
  tagId: number | null;
  /** Ids; null for a select without a choice. */
  attributeIds: readonly (number | null)[];
}

/** Tagging by id of the field. */
export type FieldTaggings = ReadonlyMap<number, FieldTagging>;

/** A field that is not exported and has no tag. */
export const emptyTagging: FieldTagging = { isIncluded: false, tagId: null, attributeIds: [null] };

type TaggableField = Pick<Attribute, 'id' | 'type'>;

const findTag = ({ type }: TaggableField, { tagId }: FieldTagging) =>
  findHxlTags(type).find((definition) => definition.id === tagId);

/** The attributes that can be combined with the tag. */
export function listAvailableAttributes(field: TaggableField, tagging: FieldTagging) {
  const tag = findTag(field, tagging);
  return tag ? findHxlAttributes(tag, field.type) : [];
}

/** Sets the tag of a field and includes the field in the export. A place gets both coordinates, since one alone is useless. */
export function setTag(field: TaggableField, previous: FieldTagging, tag: number | null): FieldTagging {
  const next: FieldTagging = {
    isIncluded: previous.isIncluded || tag !== null,
    tagId: tag,
    attributeIds: [null],
  };
  if (findTag(field, next)?.tag_name !== 'geo') return next;
  return { ...next, attributeIds: listAvailableAttributes(field, next).map((attribute) => attribute.id) };
}

/**
 * Sets one of the HXL attributes of a field.
 * @param at index of the attribute
 */
export const setAttribute = (previous: FieldTagging, at: number, id: number | null): FieldTagging => ({
  ...previous,
  isIncluded: true,
  attributeIds: previous.attributeIds.map((attributeId, index) => (index === at ? id : attributeId)),
});

/** The hashtags of the columns of a field; empty without a tag. */
export function buildHashtagPreview(field: TaggableField, tagging: FieldTagging): string[] {
  const tag = findTag(field, tagging);
  if (!tag || !tagging.isIncluded) return [];
  const selectedAttributes = tag.attributes.filter(({ id }) => tagging.attributeIds.includes(id));
  return formatHxlHeadings(
    field.type,
    tag.tag_name,
    selectedAttributes.map((attribute) => attribute.attribute),
  ).filter((label) => label !== '');
}

/** The heading row in API format. A tag without attributes is sent as a tag alone. */
export function buildHeadingRow(fields: readonly TaggableField[], tagging: FieldTaggings): HxlFieldTag[] {
  return fields.flatMap(({ id }): HxlFieldTag[] => {
    const { isIncluded, tagId, attributeIds } = tagging.get(id) ?? emptyTagging;
    if (!isIncluded || tagId === null) return [];
    const uniqueAttributeIds = [...new Set(attributeIds)].filter((attributeId) => attributeId !== null);
    const base = { form_attribute_id: id, hxl_tag_id: tagId };
    return uniqueAttributeIds.length === 0
      ? [base]
      : uniqueAttributeIds.map((attributeId) => ({ ...base, hxl_attribute_id: attributeId }));
  });
}
