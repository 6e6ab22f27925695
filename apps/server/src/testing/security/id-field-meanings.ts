/**
 * The meanings of ids in queries and bodies, by field: the table of the ownership test. A field that may contain an
 * id and is missing here fails the test.
 */

/** Kinds of owned entities, as in `owned-resources.ts`. */
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

/** `deployment`: entities without an owner, such as surveys; `text`: not an id, whatever its name suggests. */
type IdFieldMeaning = readonly OwnedResourceKind[] | 'deployment' | 'text';

/** By field name, or by endpoint and field where endpoints differ. */
const idFieldMeanings: Record<string, IdFieldMeaning> = {
  user: ['users'],
  user_id: ['users'],
  set: ['collections', 'savedsearches'],
  set_id: ['collections', 'savedsearches'],
  saved_search: ['savedsearches'],
  created_before_by_id: ['posts'],
  created_after_by_id: ['posts'],
  post_id: ['posts'],
  post_ids: ['posts'],
  collection: ['collections'],
  post: ['posts'],
  claimed_posts: ['posts'],
  mentions: ['users'],
  assignee: ['users'],
  skipped_posts: ['posts'],
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
  // Marks the messages up to it; an unknown one marks none of other posts.
  'markReporterThreadSeen seen': [],
  'createUrgencyRule tag': ['tags'],
  'updateUrgencyRule tag': ['tags'],
  'previewUrgencyRule tag': ['tags'],
  'createCategory parent': ['tags'],
  'createCategory parent_id': ['tags'],
  'mergeCategory into': ['tags'],
  'updateCategory parent': ['tags'],
  'updateCategory parent_id': ['tags'],
  'listCategories parent_id': ['tags'],
  'listSurveys parent': 'deployment',
  form: 'deployment',
  form_id: 'deployment',
  'fixed.form': 'deployment',
  'rules.form': 'deployment',
  stage: 'deployment',
  attribute: 'deployment',
  'addAreas areas': 'deployment',
  'exportTemplate forms': 'deployment',
  current_stage: 'deployment',
  completed_stages: 'deployment',
  area: 'deployment',
  'updateArea set_id': 'deployment',
  form_stage: 'deployment',
  form_stage_id: 'deployment',
  group_by_tags: 'deployment',
  group_by_area_set: 'deployment',
  'hxl_heading_row.form_attribute_id': 'deployment',
  'hxl_heading_row.hxl_tag_id': 'deployment',
  'hxl_heading_row.hxl_attribute_id': 'deployment',
  license_id: 'deployment',
  organisation_id: 'text',
  website: 'text',
  based_on: 'text',
  // A template refers to its parts by keys.
  template: 'text',
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
  // Addresses of people, not ids; protected by permissions.
  'createContact contact': 'text',
  'updateContact contact': 'text',
  'listContacts contact': 'text',
  'eraseContactData contact': 'text',
  'exportContactData contact': 'text',
  'findContactData contact': 'text',
  // Unguessable; tested separately.
  media_claims: 'text',
  token: 'text',
  api_key: 'text',
  // Bytes; ids in cells of a file are tested below.
  'createMedia *': 'text',
  'uploadChunk *': 'text',
  'createImport *': 'text',
  'uploadLayer *': 'text',
  'replaceLayerFile *': 'text',
  'createMapArchive *': 'text',
  'uploadMapArchiveChunk *': 'text',
  // URLs of files, which are unguessable.
  'saveConfig *': 'text',
};

/** The meaning of a field; undefined if the table does not have it. */
export const findIdFieldMeaning = (endpoint: string, field: string): IdFieldMeaning | undefined =>
  idFieldMeanings[`${endpoint} ${field}`] ?? idFieldMeanings[field];

/** Entries without a matching field. */
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
