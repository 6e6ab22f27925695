/**
 * What each column of the database can hold of a person. The one list behind removing personal data: anonymizing posts is generated from
 * it, the check fails for a column that it lacks, and the tests plant a mark in each column and look for it after each way of removal
 * (docs/decisions/0105).
 */

/**
 * Names of columns, separated by spaces, by what they hold:
 * - `plain`: ids, states, counts, settings and hashes that lead to nobody.
 * - `published`: what everyone reads of a report, or what follows from it. It stays when a post is anonymized.
 * - `cleared`: becomes null when a post is anonymized.
 * - `authors`: ids of accounts, become null where they are an author of the post, present or former.
 * - `times`: when the report was made, sent or worked on. Cut to the day where its survey hides times.
 * - `partly`: removed in part, by `anonymize-posts.sql.ts`.
 * - `account`: belongs to an account, and is deleted or detached with it.
 * - `contact`: belongs to a number or address, and is erased with it.
 * - `expiring`: deleted by itself within days: mails, tokens, uploads, deliveries, files of exports and imports.
 * - `team`: what the team writes to configure the deployment. It stays.
 */
export const columnKinds = [
  'plain',
  'published',
  'cleared',
  'authors',
  'times',
  'partly',
  'account',
  'contact',
  'expiring',
  'team',
] as const;

/** The columns of a table by their kind. */
export interface TableContent extends Partial<Record<(typeof columnKinds)[number], string>> {
  /**
   * For tables of posts: the column with the id of the post, or a column of the post's pictures (`media`). Their rows are what
   * anonymizing looks at.
   */
  post?: string | { media: string };
  /** The rows are deleted when a post is anonymized, with everything in them. */
  isDeleted?: true;
}

/** Tables with rows of single posts, as anonymizing treats them. */
export const postTables = {
  bulk_change_posts: {
    post: 'post_id',
    plain: 'bulk_change_id post_id outcome revision previous_status faults',
  },
  cleanup_posts: { post: 'post_id', isDeleted: true, plain: 'cleanup_id post_id status' },
  // Hashed: a repeated import recognizes the row, and nobody finds the record that it came from.
  import_posts: { post: 'post_id', plain: 'post_id import_id survey_id row_hash' },
  // Rows with a post were imported without something; those without one were rejected.
  import_rows: {
    post: 'post_id',
    isDeleted: true,
    plain: 'import_id row line faults post_id',
    contact: 'cells',
  },
  media: {
    post: 'post_id',
    plain: 'id mime size width height attached post_id hide_uploader hide_time',
    published: 'file thumbnail file_hash thumbnail_hash',
    cleared: 'user_id caption message_id visitor claim original_name',
    times: 'created updated',
    partly: 'kept_original',
  },
  notification_deliveries: {
    post: 'post_id',
    plain: 'user_id post_id notification_id other_notification_ids',
    times: 'delivered',
  },
  notification_events: { post: 'post_id', plain: 'id post_id set_id is_new', expiring: 'created' },
  picture_facts: {
    post: { media: 'media_id' },
    isDeleted: true,
    plain: 'media_id perceptual_hash',
    times: 'created photo_time',
    cleared: 'photo_lat photo_lon',
  },
  post_assignments: {
    post: 'post_id',
    plain: 'id post_id is_current',
    authors: 'user_id assigned_by',
    times: 'created',
  },
  post_categories: { post: 'post_id', plain: 'attribute_id', partly: 'post_id category_id' },
  post_consents: {
    post: 'post_id',
    plain: 'id post_id version language confirmed agreed declined source',
    authors: 'user_id',
    cleared: 'note',
    times: 'created',
  },
  post_holds: { post: 'post_id', plain: 'post_id reason' },
  post_locks: { post: 'post_id', plain: 'id post_id user_id session_id is_claim', expiring: 'expires' },
  post_media: { post: 'post_id', plain: 'media_id post_id shown' },
  post_notes: {
    post: 'post_id',
    isDeleted: true,
    plain: 'id post_id',
    authors: 'user_id',
    cleared: 'content',
    times: 'created updated deleted',
  },
  post_places: {
    post: 'post_id',
    plain: 'post_id attribute_id position is_masked is_shown',
    partly: 'lat lon mask_cell area_ids',
    published: 'masked_lat masked_lon masked_area_ids',
  },
  post_revisions: {
    post: 'post_id',
    plain: 'post_id revision restored suggestion',
    authors: 'user_id',
    times: 'created',
    partly: 'replaced',
  },
  post_search_index: {
    post: 'post_id',
    plain: 'post_id status is_public survey_id',
    partly: 'full_tsv post_date cell',
    published: 'public_tsv masked_post_date masked_cell',
  },
  post_senders: {
    post: 'post_id',
    isDeleted: true,
    plain: 'post_id hold_reason',
    cleared: 'sender_hash',
    times: 'created',
  },
  post_translations: {
    post: 'parent_id',
    plain: 'id parent_id locale',
    published: 'title content',
    cleared: 'user_id slug',
    partly: 'values',
    times: 'created updated',
  },
  post_urgency: { post: 'post_id', plain: 'post_id score rules', partly: 'created' },
  post_verifications: {
    post: 'post_id',
    plain: 'id post_id status sources is_current',
    authors: 'user_id withdrawn_by',
    cleared: 'evidence note',
    times: 'created withdrawn',
  },
  posts: {
    post: 'id',
    plain:
      'id survey_id status locale source completed_tasks published_to revision merged_into status_before_merge agreed_uses declined_uses public_from anonymized_revision sender_removed',
    published:
      'title content masked_user_id masked_post_date masked_created masked_updated masked_cell masked_category_ids',
    // A slug is made from the first title, and keeps words that were removed from it.
    cleared: 'user_id author_realname author_email contact_id message_id data_source_message_id slug',
    times: 'post_date created updated',
    partly: 'values cell category_ids',
  },
  receipt_messages: {
    post: 'post_id',
    isDeleted: true,
    plain: 'id post_id from_team seen done',
    authors: 'user_id',
    cleared: 'message',
    times: 'created',
  },
  receipts: { post: 'post_id', isDeleted: true, plain: 'post_id', cleared: 'key_hash' },
  set_posts: { post: 'post_id', plain: 'set_id post_id' },
  survey_contacts: {
    post: 'post_id',
    plain:
      'id survey_id contact_id data_source country_code state moved_to_survey_id attribute_id reminded question_repeated',
    // They lead from the contact to the post: cut whatever the survey hides.
    partly: 'post_id message_id question_sent created',
  },
  webhook_deliveries: {
    post: 'post_id',
    plain: 'id webhook_id event post_id survey_id state attempts status',
    // What the other server answered may repeat what it was sent.
    cleared: 'fault response',
    times: 'created last_attempt',
  },
  webhook_events: { post: 'post_id', plain: 'id post_id survey_id event was_public is_public' },
} as const satisfies Record<string, TableContent>;

const otherTables = {
  api_keys: { plain: 'id hash last_characters created updated last_used' },
  area_rings: { team: 'area_id ring box' },
  area_sets: { plain: 'id level created', team: 'name' },
  area_state: { plain: 'is_current changed applied done total' },
  areas: { plain: 'id set_id version', team: 'name outline' },
  attributes: {
    plain: 'id task_id key input type required priority cardinality response_private',
    team: 'label instructions default_value options config',
  },
  /** Of a post: `anonymize-posts.sql.ts`. Names of deleted accounts are not stored. */
  audit_log: {
    plain: 'id created action subject',
    partly: 'user_id subject_id',
    team: 'details subject_name',
  },
  backups: { plain: 'id started ended bytes fault' },
  bulk_changes: {
    plain:
      'id action status set_id survey_id state failure total changed unchanged failed undone kept created finished',
    account: 'user_id undo_user_id',
  },
  categories: {
    plain: 'id parent_id slug type color icon priority role created',
    team: 'tag description',
  },
  changed_mask_cells: { plain: 'cell' },
  channel_health: { plain: 'channel last_success failing_since last_failure error_code error_message' },
  cleanups: { plain: 'id created undone', account: 'user_id' },
  confirmation_codes: { plain: 'id mac attempts sent expires', contact: 'contact_id', account: 'user_id' },
  contacts: {
    plain:
      'id data_source type can_notify updated opted_out seen_message_id confirmed trusted done_message_id',
    account: 'user_id',
    contact: 'contact normalized_contact reporter_code',
    /** To the day when a post of the contact is anonymized: it was made in the same second. */
    partly: 'created',
  },
  data_changes: { plain: 'change_count' },
  data_identity: { plain: 'id' },
  data_sources: { plain: 'id state last_polled last_received fault next_send', team: 'account' },
  delivered_post_ranges: { plain: 'block post_ids', account: 'user_id' },
  export_jobs: {
    plain:
      'id format fields include_hxl send_to_browser send_to_hdx hxl_choices hxl_metadata_id status fault job file_size header_row hxl_heading_row done_rows total_rows dataset_url created updated expires include_unpublished include_personal only_shared',
    account: 'user_id',
    team: 'filters',
    expiring: 'file',
  },
  file_checks: { plain: 'checked used unused removed' },
  files_to_remove: { plain: 'recorded tried', expiring: 'file' },
  function_files: { plain: 'name checksum objects' },
  hxl_metadata: {
    plain: 'id private license_id created updated',
    account: 'user_id',
    team: 'dataset_title organisation_id organisation_name source',
  },
  idempotency_keys: { plain: 'key_hash body_hash created_id', expiring: 'created' },
  imports: {
    plain:
      'id mime size maps_to options status failure last_row processed errors skipped pictures progress collection_id created updated',
    account: 'user_id',
    team: 'name columns fixed source',
    expiring: 'file',
  },
  incoming_queue: {
    plain: 'id data_source attempts received next_attempt',
    contact: 'payload fault',
    expiring: 'dedup_key',
  },
  invitations: {
    plain: 'id hash role mail_id max_uses uses created expires revoked',
    account: 'user_id',
    expiring: 'email',
  },
  layer_data: {
    plain: 'layer_id hash features bounds received checked failure max_zoom min_zoom',
    team: 'content attribution addresses',
  },
  layers: {
    plain: 'id media_id type active visible_by_default created updated position refresh_minutes is_base_map',
    team: 'name data_url options',
  },
  login_devices: { plain: 'id hash created last_used', account: 'user_id' },
  map_archives: {
    plain:
      'id source state failure size received file hash schema bounds min_zoom max_zoom active position created updated',
    team: 'name origin attribution',
  },
  map_house_numbers: { plain: 'archive_id name_id key number x y' },
  map_name_keys: { plain: 'archive_id name_id key is_name is_other_point place_id x y' },
  map_names: { plain: 'archive_id id kind type name names place_id x y' },
  map_street_lines: { plain: 'archive_id name_id area line' },
  /** Of a post or a contact: `anonymize-posts.sql.ts`, `contact-data.sql.ts`. The row stays, to recognize repeated deliveries. */
  messages: {
    plain:
      'id data_source data_source_message_id type status direction outbox_id attempts next_attempt send_started is_confirmation received_key',
    account: 'user_id',
    contact: 'contact_id title message additional_data fault',
    partly: 'parent_id post_id notification_post_id datetime created',
  },
  migrations: { plain: 'name ran' },
  notification_counts: { plain: 'day sent paused', account: 'user_id' },
  notifications: { plain: 'id set_id created updated digest base_url', account: 'user_id' },
  opt_out_key: { plain: 'is_only key' },
  opted_out_contacts: { plain: 'hash without_plus' },
  /** Deleted after a week. */
  outbox: {
    plain:
      'id state attempts next_attempt expires fault created sent grants_account_access mail_transport is_confirmation',
    contact: 'recipient subject text html headers',
  },
  password_resets: { plain: 'hash created expires', account: 'user_id' },
  place_files: { plain: 'sha256 loaded' },
  place_keys: { plain: 'key place_id' },
  place_mask_key: { plain: 'is_only key' },
  place_names: { plain: 'place_id language name folded' },
  places: { plain: 'id name folded country population lat lon' },
  /** Of notes, with which it is deleted. */
  post_note_mentions: { plain: 'note_id removed', account: 'user_id' },
  post_count_changes: {
    plain: 'visibility_class post_id survey_id source cell created post_date delta category_ids',
  },
  post_counts_by_cell: {
    plain:
      'level visibility_class cell survey_id post_count ids_xor cells_xor first_cell last_cell dimension',
  },
  post_counts_by_day: {
    plain: 'kind visibility_class day survey_id source is_mapped post_count dimension',
  },
  post_retention_rules: {
    plain: 'id survey_id without_survey status action days keep_exact created',
  },
  precomputed_searches: { plain: 'id last_used', expiring: 'query' },
  removed_words: { expiring: 'word' },
  revealed_mask_cells: { plain: 'survey_id cell' },
  roles: { plain: 'id name protected permissions', team: 'display_name description' },
  search_count_changes: { plain: 'dimension post_id survey_id cell post_date delta' },
  /** The words of all search indexes; those that no report has are deleted with it. */
  search_vocabulary: { published: 'word' },
  sessions: {
    plain: 'id client created renewed device_id browser system time_zone seen',
    account: 'user_id',
  },
  sets: {
    plain: 'id kind view view_options role featured created updated',
    account: 'user_id',
    team: 'name description filter',
  },
  settings: { plain: 'name updated', team: 'value' },
  suggestion_models: { plain: 'is_current trained posts seconds memory_mb choices tests' },
  suggestion_weights: { plain: 'bucket weights' },
  survey_consents: {
    plain: 'survey_id version uses confirmation unanswered_is_no created',
    team: 'text translations',
  },
  survey_replies: { partly: 'message_id survey_contact_id', plain: 'attribute_id' },
  survey_roles: { plain: 'survey_id role_id' },
  surveys: {
    plain:
      'id color type disabled hide_author hide_time hide_location require_approval everyone_can_create targeted_survey created updated quick_exit consent_version place_mask place_min_distance place_max_distance place_grid_km place_min_reports publication_delay_hours keep_originals',
    team: 'name description',
  },
  tasks: {
    plain: 'id survey_id priority icon type required show_when_published internal_only',
    team: 'label description',
  },
  template_applications: { plain: 'id parts created undone', team: 'title' },
  throttle_keys: { expiring: 'day key' },
  throttles: { expiring: 'key count expires' },
  tokens: { plain: 'hash kind client scopes created session_id', account: 'user_id', expiring: 'expires' },
  tos: { plain: 'id tos_version_date agreement_date', account: 'user_id' },
  upload_chunks: { plain: 'upload_id byte_offset', expiring: 'bytes' },
  uploads: { plain: 'id size received media_id', account: 'user_id', expiring: 'name caption created' },
  urgency_rules: {
    plain: 'id kind weight category_id survey_id radius_km hours checked_until',
    team: 'name words words_query lat lon',
  },
  urgency_state: { plain: 'is_current changed applied' },
  user_settings: { plain: 'id config_key created updated bound_to', account: 'user_id config_value' },
  users: {
    plain: 'id role language logins failed_attempts last_login last_attempt created updated email_confirmed',
    account: 'email realname password_hash reporter_code',
  },
  webhooks: {
    plain:
      'id survey_id uuid event source_key destination_key failures paused created updated content pause_reason only_shared',
    account: 'user_id',
    team: 'name url secret',
  },
} as const satisfies Record<string, TableContent>;

/** All tables with their columns by kind. */
export const personalData: Readonly<Record<string, TableContent>> = { ...postTables, ...otherTables };

/** The columns of one kind in a table. */
export const columnsOf = (content: TableContent, kind: (typeof columnKinds)[number]): string[] =>
  content[kind]?.split(' ') ?? [];
