/**
 * What the ids are of that endpoints take beside their address, by field: the table of the ownership test. A field of the
 * contract that may hold an id and is not here fails the test.
 */

/** Kinds of things that belong to somebody, as they are called in `owned-resources.ts`. */
export type OwnedResourceKind =
  | 'users'
  | 'posts'
  | 'collections'
  | 'savedsearches'
  | 'contacts'
  | 'messages'
  | 'exports'
  | 'metadata'
  | 'tags'
  | 'pictures';

/** `deployment`: of things that are nobody's own, such as surveys; `text`: no id, whatever its name looks like. */
type IdFieldMeaning = readonly OwnedResourceKind[] | 'deployment' | 'text';

/** By name of the field, or by endpoint and field where they differ. */
const idFieldMeanings: Record<string, IdFieldMeaning> = {
  user: ['users'],
  user_id: ['users'],
  set: ['collections', 'savedsearches'],
  set_id: ['collections', 'savedsearches'],
  saved_search: ['savedsearches'],
  created_before_by_id: ['posts'],
  created_after_by_id: ['posts'],
  post_id: ['posts'],
  post: ['posts'],
  parent: ['posts'],
  values: ['pictures', 'posts'],
  tags: ['tags'],
  'tags.any': ['tags'],
  'tags.all': ['tags'],
  contact: ['contacts'],
  contact_id: ['contacts'],
  media: ['pictures'],
  media_id: ['pictures'],
  hxl_meta_data_id: ['metadata'],
  export_job_id: ['exports'],
  filter: ['collections', 'savedsearches', 'posts', 'users'],
  filters: ['collections', 'savedsearches', 'posts', 'users'],
  subject_id: ['contacts'],
  ids: ['tags'],
  'addPostToCollection id': ['posts'],
  'createMessage parent': ['messages'],
  'createMessage parent_id': ['messages'],
  'listMessages parent': ['messages'],
  'markThreadSeen seen': ['messages'],
  'createCategory parent': ['tags'],
  'createCategory parent_id': ['tags'],
  'updateCategory parent': ['tags'],
  'updateCategory parent_id': ['tags'],
  'listCategories parent_id': ['tags'],
  'listSurveys parent': 'deployment',
  form: 'deployment',
  form_id: 'deployment',
  'fixed.form': 'deployment',
  stage: 'deployment',
  attribute: 'deployment',
  current_stage: 'deployment',
  completed_stages: 'deployment',
  form_stage: 'deployment',
  form_stage_id: 'deployment',
  group_by_tags: 'deployment',
  'hxl_heading_row.form_attribute_id': 'deployment',
  'hxl_heading_row.hxl_tag_id': 'deployment',
  'hxl_heading_row.hxl_attribute_id': 'deployment',
  license_id: 'deployment',
  organisation_id: 'text',
  website: 'text',
  based_on: 'text',
  options: 'text',
  view_options: 'text',
  config: 'text',
  key: 'text',
  config_key: 'text',
  group_by_attribute_key: 'text',
  source_field_key: 'text',
  destination_field_key: 'text',
  message: 'text',
  message_id: 'text',
  messages: 'text',
  contacts: 'text',
  posts: 'text',
  subject: 'text',
  // Addresses of people, not ids; opened by rights alone.
  'createContact contact': 'text',
  'updateContact contact': 'text',
  'listContacts contact': 'text',
  'eraseContactData contact': 'text',
  'exportContactData contact': 'text',
  'findContactData contact': 'text',
  // Unguessable, and tried by tests of their own.
  media_claims: 'text',
  token: 'text',
  api_key: 'text',
  // Bytes; ids in the cells of a file are tried below.
  'createMedia *': 'text',
  'uploadChunk *': 'text',
  'createImport *': 'text',
  // Addresses of files, which are unguessable; no ids.
  'saveConfig *': 'text',
};

/** What a field takes; undefined for one that the table does not know. */
export const findIdFieldMeaning = (endpoint: string, field: string): IdFieldMeaning | undefined =>
  idFieldMeanings[`${endpoint} ${field}`] ?? idFieldMeanings[field];

/** Entries that no field asks for. */
export const findUnusedEntries = (
  fields: readonly (readonly [endpoint: string, field: string])[],
): string[] => {
  const used = new Set(
    fields.map(([endpoint, field]) => {
      const own = `${endpoint} ${field}`;
      return own in idFieldMeanings ? own : field;
    }),
  );
  return Object.keys(idFieldMeanings).filter((entry) => !used.has(entry));
};
