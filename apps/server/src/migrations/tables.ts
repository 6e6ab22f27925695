/** The tables as the migrations leave them, for the compiler. */

import type { Generated, JSONColumnType } from 'kysely';
import type { AreaRings, AreaSets, AreaState, Areas } from './tables/area-tables.ts';
import type { Backups } from './tables/backup-tables.ts';
import type { BulkChangePosts, BulkChanges } from './tables/bulk-change-tables.ts';
import type { ChannelHealth } from './tables/channel-tables.ts';
import type { PostConsents, SurveyConsents } from './tables/consent-tables.ts';
import type { ExportJobs, HxlMetadata } from './tables/export-tables.ts';
import type { FileChecks, FilesToRemove } from './tables/file-tables.ts';
import type {
  LayerData,
  Layers,
  MapArchives,
  MapHouseNumbers,
  MapNameKeys,
  MapNames,
  MapStreetLines,
} from './tables/layer-tables.ts';
import type { DataSources, IncomingQueue, Messages } from './tables/message-tables.ts';
import type {
  DeliveredPostRanges,
  NotificationDeliveries,
  NotificationEvents,
  Notifications,
} from './tables/notification-tables.ts';
import type { Media, PictureFacts } from './tables/picture-tables.ts';
import type { PlaceFiles, PlaceKeys, PlaceNames, Places, PostPlaces } from './tables/place-tables.ts';
import type { PostRetentionRules } from './tables/retention-tables.ts';
import type {
  PostAssignments,
  PostLocks,
  PostNoteMentions,
  PostNotes,
  PostRevisions,
  PostUrgency,
  PostVerifications,
  SuggestionModels,
  SuggestionWeights,
  UrgencyRules,
  UrgencyState,
} from './tables/review-tables.ts';
import type {
  PostSearchIndex,
  PrecomputedSearches,
  RemovedWords,
  SearchVocabulary,
} from './tables/search-tables.ts';
import type {
  CleanupPosts,
  Cleanups,
  PostHolds,
  PostSenders,
  ReceiptMessages,
  Receipts,
} from './tables/sender-tables.ts';
import type { SurveyContacts, SurveyReplies } from './tables/targeted-survey-tables.ts';
import type { TemplateApplications } from './tables/template-tables.ts';
import type { IdempotencyKeys, UploadChunks, Uploads } from './tables/upload-tables.ts';
import type {
  ApiKeys,
  AuditLog,
  ConfirmationCodes,
  Contacts,
  Created,
  Invitations,
  Json,
  LoginDevices,
  NotificationCounts,
  Outbox,
  PasswordResets,
  Roles,
  Sessions,
  ThrottleKeys,
  Throttles,
  Tokens,
  Tos,
  UserSettings,
  Users,
} from './tables/user-tables.ts';
import type { WebhookDeliveries, Webhooks } from './tables/webhook-tables.ts';

interface Settings {
  name: string;
  value: Json<Record<string, unknown>>;
  updated: Created;
}

interface Surveys {
  id: Generated<number>;
  name: string;
  description: string | null;
  color: string | null;
  type: Generated<string>;
  disabled: Generated<boolean>;
  hide_author: Generated<boolean>;
  hide_time: Generated<boolean>;
  hide_location: Generated<boolean>;
  require_approval: Generated<boolean>;
  everyone_can_create: Generated<boolean>;
  targeted_survey: Generated<boolean>;
  quick_exit: Generated<boolean>;
  keep_originals: Generated<boolean>;
  place_mask: Generated<'rounded' | 'displaced' | 'grid' | 'hidden'>;
  place_min_distance: Generated<number>;
  place_max_distance: Generated<number>;
  place_grid_km: Generated<number>;
  place_min_reports: Generated<number>;
  publication_delay_hours: Generated<number>;
  created: Created;
  updated: Date | null;
  /** Null: the survey asks nothing now. */
  consent_version: number | null;
}

interface SurveyRoles {
  survey_id: number;
  role_id: number;
}

interface Tasks {
  id: Generated<number>;
  survey_id: number;
  label: string;
  description: string | null;
  priority: Generated<number>;
  icon: string | null;
  type: Generated<'post' | 'task'>;
  required: Generated<boolean>;
  show_when_published: Generated<boolean>;
  internal_only: Generated<boolean>;
}

interface Attributes {
  id: Generated<number>;
  task_id: number;
  key: string;
  label: string;
  instructions: string | null;
  input: string;
  type: string;
  required: Generated<boolean>;
  default_value: string | null;
  priority: Generated<number>;
  options: Json<(string | number)[]>;
  cardinality: Generated<number>;
  config: Json<Record<string, unknown>>;
  response_private: Generated<boolean>;
}

interface Categories {
  id: Generated<number>;
  parent_id: number | null;
  tag: string;
  slug: string;
  type: Generated<'category' | 'status'>;
  color: string | null;
  icon: Generated<string>;
  description: string | null;
  priority: Generated<number>;
  role: string[] | null;
  created: Created;
}

interface Posts {
  id: Generated<number>;
  survey_id: number | null;
  user_id: number | null;
  author_realname: string | null;
  author_email: string | null;
  status: Generated<'published' | 'draft' | 'archived'>;
  title: string | null;
  slug: string | null;
  content: string | null;
  locale: Generated<string>;
  source: 'sms' | 'email' | 'twitter' | null;
  values: Json<Record<string, unknown[]>>;
  completed_tasks: Generated<number[]>;
  published_to: Generated<string[]>;
  post_date: Created;
  created: Created;
  updated: Date | null;
  cell: number | null;
  masked_user_id: number | null;
  masked_post_date: Created;
  masked_created: Created;
  masked_updated: Date | null;
  masked_cell: number | null;
  category_ids: number[] | null;
  masked_category_ids: number[] | null;
  revision: Generated<number>;
  merged_into: number | null;
  status_before_merge: 'published' | 'draft' | 'archived' | null;
  /** Until then the post counts as not published for all but its author and the team; null without a delay, and afterwards. */
  public_from: Date | null;
  /** The version that it had when it was anonymized; earlier ones are gone. */
  anonymized_revision: number | null;
  /** Nobody knows any more whether it has the same sender as others. */
  sender_removed: Generated<boolean>;
  message_id: number | null;
  contact_id: number | null;
  data_source_message_id: string | null;
  /** The answer that counts; both are empty where none was given. */
  agreed_uses: Generated<('publish' | 'share' | 'contact')[]>;
  declined_uses: Generated<('publish' | 'share' | 'contact')[]>;
}

interface PostTranslations {
  id: Generated<number>;
  parent_id: number;
  user_id: number | null;
  locale: string;
  title: string | null;
  content: string | null;
  slug: string | null;
  values: Json<Record<string, unknown[]>>;
  created: Created;
  updated: Date | null;
}

interface PostCategories {
  post_id: number;
  attribute_id: number;
  category_id: number;
}

interface PostMedia {
  media_id: number;
  post_id: number;
  shown: boolean;
}

interface Sets {
  id: Generated<number>;
  kind: 'collection' | 'savedsearch';
  user_id: number | null;
  name: string;
  description: string | null;
  view: Generated<'map' | 'data' | 'list' | 'chart' | 'timeline'>;
  view_options: Json<object> | null;
  role: string[] | null;
  featured: Generated<boolean>;
  filter: Json<Record<string, unknown>> | null;
  created: Created;
  updated: Date | null;
}

interface SetPosts {
  set_id: number;
  post_id: number;
}

interface Imports {
  id: Generated<number>;
  user_id: number | null;
  name: string;
  file: string | null;
  mime: string;
  size: number;
  columns: string[];
  maps_to: JSONColumnType<(string | null)[] | null, string | null | undefined, string | null>;
  fixed: JSONColumnType<object | null, string | null | undefined, string | null>;
  options: Json<object>;
  source: JSONColumnType<object | null, string | null | undefined, string | null>;
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'UNDOING' | 'UNDONE' | null;
  failure: 'file' | 'rights' | 'survey' | 'server' | null;
  last_row: Generated<number>;
  processed: Generated<number>;
  errors: Generated<number>;
  skipped: Generated<number>;
  pictures: Generated<number>;
  progress: Generated<number>;
  collection_id: number | null;
  created: Created;
  updated: Date | null;
}

interface ImportPosts {
  post_id: number;
  import_id: number | null;
  survey_id: number;
  row_hash: Buffer | null;
}

interface ImportRows {
  import_id: number;
  row: number;
  line: number;
  cells: string[];
  faults: Json<object[]>;
  post_id: number | null;
}

export interface Tables {
  backups: Backups;
  roles: Roles;
  users: Users;
  tokens: Tokens;
  throttles: Throttles;
  throttle_keys: ThrottleKeys;
  login_devices: LoginDevices;
  sessions: Sessions;
  password_resets: PasswordResets;
  invitations: Invitations;
  outbox: Outbox;
  contacts: Contacts;
  confirmation_codes: ConfirmationCodes;
  notification_counts: NotificationCounts;
  tos: Tos;
  user_settings: UserSettings;
  api_keys: ApiKeys;
  audit_log: AuditLog;
  channel_health: ChannelHealth;
  webhooks: Webhooks;
  webhook_deliveries: WebhookDeliveries;
  layer_data: LayerData;
  area_sets: AreaSets;
  areas: Areas;
  area_rings: AreaRings;
  area_state: AreaState;
  layers: Layers;
  map_archives: MapArchives;
  map_house_numbers: MapHouseNumbers;
  map_name_keys: MapNameKeys;
  map_names: MapNames;
  map_street_lines: MapStreetLines;
  bulk_changes: BulkChanges;
  template_applications: TemplateApplications;
  bulk_change_posts: BulkChangePosts;
  settings: Settings;
  surveys: Surveys;
  survey_roles: SurveyRoles;
  survey_contacts: SurveyContacts;
  survey_replies: SurveyReplies;
  tasks: Tasks;
  attributes: Attributes;
  categories: Categories;
  media: Media;
  uploads: Uploads;
  upload_chunks: UploadChunks;
  posts: Posts;
  post_places: PostPlaces;
  post_categories: PostCategories;
  picture_facts: PictureFacts;
  post_media: PostMedia;
  post_locks: PostLocks;
  post_notes: PostNotes;
  post_note_mentions: PostNoteMentions;
  post_assignments: PostAssignments;
  post_verifications: PostVerifications;
  post_retention_rules: PostRetentionRules;
  suggestion_models: SuggestionModels;
  suggestion_weights: SuggestionWeights;
  urgency_rules: UrgencyRules;
  post_urgency: PostUrgency;
  urgency_state: UrgencyState;
  post_revisions: PostRevisions;
  post_translations: PostTranslations;
  post_senders: PostSenders;
  post_holds: PostHolds;
  receipts: Receipts;
  receipt_messages: ReceiptMessages;
  survey_consents: SurveyConsents;
  post_consents: PostConsents;
  cleanups: Cleanups;
  cleanup_posts: CleanupPosts;
  idempotency_keys: IdempotencyKeys;
  messages: Messages;
  incoming_queue: IncomingQueue;
  data_sources: DataSources;
  post_search_index: PostSearchIndex;
  search_vocabulary: SearchVocabulary;
  removed_words: RemovedWords;
  files_to_remove: FilesToRemove;
  file_checks: FileChecks;
  precomputed_searches: PrecomputedSearches;
  sets: Sets;
  set_posts: SetPosts;
  notifications: Notifications;
  notification_events: NotificationEvents;
  notification_deliveries: NotificationDeliveries;
  delivered_post_ranges: DeliveredPostRanges;
  hxl_metadata: HxlMetadata;
  export_jobs: ExportJobs;
  places: Places;
  place_keys: PlaceKeys;
  place_names: PlaceNames;
  place_files: PlaceFiles;
  imports: Imports;
  import_posts: ImportPosts;
  import_rows: ImportRows;
}
