/**
 * The HXL vocabulary: tags, their attributes, the attribute types that they suit, and licences (API v3 §2.18, "Vocabulary").
 */
import type { AttributeType } from '../surveys/attributes.ts';
import { fieldTypes, type HxlGroup, listFieldTypes } from '../surveys/field-types.ts';

const populationAttributes = [
  'f',
  'm',
  'i',
  'infants',
  'children',
  'adolescents',
  'adults',
  'elderly',
  'start',
  'end',
  'reported',
  'event',
  'killed',
  'injured',
  'infected',
  'displaced',
  'idps',
  'refugees',
  'abducted',
  'threatened',
] as const;
const countTags = ['population', 'affected', 'inneed', 'targeted', 'reached'] as const;
const mediaTags = [
  'beneficiary',
  'item',
  'need',
  'service',
  'impact',
  'meta',
  'status',
  'description',
] as const;
const textTags = [
  'status',
  'description',
  'meta',
  'beneficiary',
  'item',
  'need',
  'service',
  'impact',
  'loc',
  'region',
  'adm1',
  'adm2',
  'adm3',
  'adm4',
  'adm5',
  'country',
  'org',
  'contact',
  'sector',
  'subsector',
  'activity',
  'output',
  'frequency',
  'capacity',
  'access',
  'operations',
  'value',
  'currency',
  'modality',
  'channel',
  'crisis',
  'event',
  'group',
  'cause',
  'severity',
  'indicator',
  'respondee',
  ...countTags,
] as const;

/** Tags with their attributes for each group of types (API v3 §2.18, "Vocabulary"). */
const vocabulary: Readonly<Record<HxlGroup, { tags: readonly string[]; attributes: readonly string[] }>> = {
  text: { tags: textTags, attributes: populationAttributes },
  number: { tags: [...countTags, 'value', 'meta'], attributes: populationAttributes },
  place: { tags: ['geo', 'meta'], attributes: ['lat', 'lon'] },
  time: { tags: ['date', 'meta'], attributes: ['start', 'end', 'reported', 'event'] },
  media: {
    tags: mediaTags,
    attributes: populationAttributes.filter((it) => it !== 'start' && it !== 'end'),
  },
};
const hxlGroups = Object.keys(vocabulary) as HxlGroup[];

/** An attribute that narrows a tag. */
export interface HxlAttribute {
  id: number;
  hxl_tag_id: number;
  attribute: string;
}

/** A tag of the vocabulary. */
export interface HxlTagDefinition {
  id: number;
  tag_name: string;
  types: readonly AttributeType[];
  attributes: readonly HxlAttribute[];
}

const unique = <T>(list: readonly T[]) => [...new Set(list)];

/** Ids are positions in the vocabulary, so that they are the same in every deployment. */
function buildHxlTags(): HxlTagDefinition[] {
  const names = unique([...textTags, 'geo', 'date']);
  return names.map((tag_name, at) => {
    const groups = hxlGroups.filter((group) => vocabulary[group].tags.includes(tag_name));
    const id = at + 1;
    return {
      id,
      tag_name,
      types: groups.flatMap((group) => listFieldTypes(({ hxl }) => hxl === group)),
      // A tag has the attributes of all groups that name it.
      attributes: unique(groups.flatMap((group) => vocabulary[group].attributes)).map((attribute, index) => ({
        id: id * 100 + index,
        hxl_tag_id: id,
        attribute,
      })),
    };
  });
}

/** The 44 tags. */
export const hxlTags: readonly HxlTagDefinition[] = buildHxlTags();

/** The tags that suit an attribute type. */
export const findHxlTags = (type: AttributeType): HxlTagDefinition[] =>
  hxlTags.filter(({ types }) => types.includes(type));

/**
 * The attributes of a tag that suit an attribute type: for a place, `meta` allows `+lat` or `+lon`, but no count.
 */
export const findHxlAttributes = (tag: HxlTagDefinition, type: AttributeType): HxlAttribute[] => {
  const { hxl } = fieldTypes[type];
  const row = hxl && vocabulary[hxl].tags.includes(tag.tag_name) ? vocabulary[hxl] : undefined;
  const suitableAttributes = new Set(row?.attributes);
  return tag.attributes.filter(({ attribute }) => suitableAttributes.has(attribute));
};

/** The hashtag of a column: `#affected +f +killed`. */
export const formatHxlHashtag = (tag: string, attributes: readonly string[]): string =>
  [`#${tag}`, ...attributes.map((it) => `+${it}`)].join(' ');

/**
 * The hashtags of the columns of one attribute: one, or two for a place (latitude and longitude). A place with the
 * tag `geo` always has both.
 */
export function formatHxlHeadings(type: AttributeType, tag: string, attributes: readonly string[]): string[] {
  if (fieldTypes[type].answerKind !== 'point') return [formatHxlHashtag(tag, attributes)];
  const otherAttributes = attributes.filter((it) => it !== 'lat' && it !== 'lon');
  const isPair = tag === 'geo' || otherAttributes.length === attributes.length;
  return (['lat', 'lon'] as const).map((axis) =>
    isPair || attributes.includes(axis) ? formatHxlHashtag(tag, [axis, ...otherAttributes]) : '',
  );
}

/** Licences of datasets on the exchange. Ids are positions in the list. */
export const hxlLicenses = [
  {
    code: 'cc-by-igo',
    name: 'Creative Commons Attribution for Intergovernmental Organisations',
    link: 'http://creativecommons.org/licenses/by/3.0/igo/legalcode',
  },
  {
    code: 'cc-by',
    name: 'Creative Commons Attribution International',
    link: 'http://www.opendefinition.org/licenses/cc-by',
  },
  {
    code: 'cc-by-sa',
    name: 'Creative Commons Attribution Share-Alike',
    link: 'http://www.opendefinition.org/licenses/cc-by-sa',
  },
  {
    code: 'hdx-odc-odbl',
    name: 'Open Database License (ODC-ODbL)',
    link: 'http://opendatacommons.org/licenses/odbl/',
  },
  {
    code: 'hdx-odc-by',
    name: 'Open Data Commons Attribution License (ODC-BY)',
    link: 'http://opendatacommons.org/licenses/by/',
  },
  {
    code: 'hdx-pddl',
    name: 'Open Data Commons Public Domain Dedication and License (PDDL)',
    link: 'http://opendatacommons.org/licenses/pddl/',
  },
  {
    code: 'other-pd-nr',
    name: 'Public Domain / No Restrictions',
    link: 'http://vocab.deri.ie/odrs#PublicDomain',
  },
  { code: 'hdx-multi', name: 'Multiple Licenses', link: null },
] as const;
