/** What was chosen over the fields of surveys: whether each goes along, under which tag, with which attributes. Pure. */
import type { Attribute } from '@waypost/contract/attributes';
import type { HxlChoice } from '@waypost/contract/exports';
import { hxlAttributesFor, hxlHeadings, hxlTagsFor } from '@waypost/contract/hxl-words';

export interface Tagged {
  isOn: boolean;
  tag: number | null;
  /** Ids; null where one may still be chosen. */
  attributes: readonly (number | null)[];
}

/** By field's id. */
export type TaggedFields = ReadonlyMap<number, Tagged>;

export const untagged: Tagged = { isOn: false, tag: null, attributes: [null] };

type Field = Pick<Attribute, 'id' | 'type'>;

const tagOf = ({ type }: Field, { tag }: Tagged) => hxlTagsFor(type).find((it) => it.id === tag);

/** The attributes that may be chosen beside a tag. */
export function attributesFor(field: Field, tagged: Tagged) {
  const tag = tagOf(field, tagged);
  return tag ? hxlAttributesFor(tag, field.type) : [];
}

/** A field under another tag: it goes along then, and a place gets both its halves, since one alone is none. */
export function withTag(field: Field, before: Tagged, tag: number | null): Tagged {
  const next: Tagged = { isOn: before.isOn || tag !== null, tag, attributes: [null] };
  if (tagOf(field, next)?.tag_name !== 'geo') return next;
  return { ...next, attributes: attributesFor(field, next).map((it) => it.id) };
}

export const withAttribute = (before: Tagged, at: number, id: number | null): Tagged => ({
  ...before,
  isOn: true,
  attributes: before.attributes.map((it, index) => (index === at ? id : it)),
});

/** What will stand over the field's columns; none without a tag. */
export function previewOf(field: Field, tagged: Tagged): string[] {
  const tag = tagOf(field, tagged);
  if (!tag || !tagged.isOn) return [];
  const chosen = tag.attributes.filter(({ id }) => tagged.attributes.includes(id));
  return hxlHeadings(
    field.type,
    tag.tag_name,
    chosen.map((it) => it.attribute),
  ).filter((label) => label !== '');
}

/** As it is sent; a tag without attributes stands alone. */
export function choicesOf(fields: readonly Field[], tagged: TaggedFields): HxlChoice[] {
  return fields.flatMap(({ id }): HxlChoice[] => {
    const { isOn, tag, attributes } = tagged.get(id) ?? untagged;
    if (!isOn || tag === null) return [];
    const chosen = [...new Set(attributes)].filter((it) => it !== null);
    const base = { form_attribute_id: id, hxl_tag_id: tag };
    return chosen.length === 0 ? [base] : chosen.map((it) => ({ ...base, hxl_attribute_id: it }));
  });
}
