/**
 * Renames tables, columns, functions, constraints and indexes to the terms of docs/glossary.md. Only catalogs change: no row is
 * read or written.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0077-plain-names';

/**
 * What the files of functions defined before. Their text has the old names, and PostgreSQL does not rename what it says; so they
 * are dropped, and the files create them again after the migrations.
 */
const functionsBefore = {
  trigger: [
    'confirmation_codes_clear_texts on confirmation_codes',
    'contacts_end_silence on contacts',
    'contacts_forget_confirmation on contacts',
    'contacts_keep_silence on contacts',
    'count_deleted on posts',
    'count_inserted on posts',
    'count_texts_deleted on post_words',
    'count_texts_inserted on post_words',
    'count_texts_updated on post_words',
    'count_updated on posts',
    'list_categories_left on post_categories',
    'messages_clear_code_text on messages',
    ...[
      'attributes',
      'categories',
      'post_categories',
      'post_places',
      'post_words',
      'posts',
      'set_posts',
      'sets',
      'settings',
      'surveys',
      'tasks',
      'words',
    ].map((table) => `note_change on ${table}`),
    'outbox_tells_message on outbox',
    'posts_note_changed on posts',
    'posts_note_created on posts',
    'posts_note_deleted on posts',
    'posts_note_new on posts',
    'posts_note_updated on posts',
    'recount_deleted on categories',
    'recount_moved on categories',
    'set_posts_note on set_posts',
    'users_forget_confirmation on users',
  ],
  view: ['counted_cells', 'counted_days'],
  function: [
    'add_up_text',
    'clear_code_text',
    'clear_texts_of_code',
    'count_deleted',
    'count_inserted',
    'count_text',
    'count_texts_deleted',
    'count_texts_inserted',
    'count_texts_updated',
    'count_updated',
    'day_of',
    'end_silence',
    'fold_counts',
    'fold_posts',
    'fold_text',
    'forget_contact_confirmation',
    'forget_email_confirmation',
    'forget_texts',
    'index_words',
    'is_silenced',
    'keep_silence',
    'link_media',
    'list_categories',
    'list_categories_left',
    'location_precision',
    'map_cell',
    'mask_places_and_times',
    'mask_posts',
    'move_contact_history',
    'note_change',
    'note_changed_posts',
    'note_new_posts',
    'note_posts_of_sets',
    'note_webhook_events',
    'recount_all_but_texts',
    'recount_deleted',
    'recount_moved',
    'recount_posts',
    'search_words',
    'silence_of',
    'tell_message_of_mail',
    'topics_of',
    'word_vector',
  ],
};

/** Tables, with their constraints, indexes and sequences that begin with the old name. */
export const tables: Record<string, string> = {
  arrivals: 'incoming_queue',
  audit: 'audit_log',
  counted_texts: 'precomputed_searches',
  held_posts: 'post_holds',
  post_cells: 'post_counts_by_cell',
  post_changes: 'post_count_changes',
  post_days: 'post_counts_by_day',
  post_news: 'notification_events',
  post_words: 'post_search_index',
  text_changes: 'search_count_changes',
  requests: 'idempotency_keys',
  silence_key: 'opt_out_key',
  silenced: 'opted_out_contacts',
  told_before: 'delivered_post_ranges',
  told_posts: 'notification_deliveries',
  upload_pieces: 'upload_chunks',
  words: 'search_vocabulary',
};

/** Columns by the new name of their table. */
export const columns: Record<string, Record<string, string>> = {
  posts: {
    categories: 'category_ids',
    shown_user_id: 'masked_user_id',
    shown_post_date: 'masked_post_date',
    shown_created: 'masked_created',
    shown_updated: 'masked_updated',
    shown_cell: 'masked_cell',
    shown_categories: 'masked_category_ids',
  },
  post_places: { shown_lat: 'masked_lat', shown_lon: 'masked_lon' },
  post_search_index: {
    shown: 'public_tsv',
    every: 'full_tsv',
    shown_post_date: 'masked_post_date',
    shown_cell: 'masked_cell',
  },
  post_count_changes: { audience: 'visibility_class', n: 'delta', categories: 'category_ids' },
  search_count_changes: { topic: 'dimension', n: 'delta' },
  post_counts_by_cell: {
    audience: 'visibility_class',
    topic: 'dimension',
    n: 'post_count',
    ids: 'ids_xor',
    places: 'cells_xor',
    first: 'first_cell',
    last: 'last_cell',
  },
  post_counts_by_day: { audience: 'visibility_class', topic: 'dimension', n: 'post_count' },
  precomputed_searches: { asked: 'last_used' },
  data_changes: { n: 'change_count' },
  notification_events: { at: 'created' },
  notification_deliveries: { told: 'delivered', others: 'other_notification_ids' },
  delivered_post_ranges: { posts: 'post_ids' },
  notifications: { base: 'base_url' },
  api_keys: { ending: 'last_characters' },
  audit_log: { at: 'created' },
  backups: { began: 'started' },
  idempotency_keys: { key: 'key_hash', body: 'body_hash', made: 'created_id' },
  post_holds: { why: 'reason' },
  post_senders: { sender: 'sender_hash', held: 'hold_reason' },
  survey_contacts: {
    asked: 'question_sent',
    asked_again: 'question_repeated',
    moved_to: 'moved_to_survey_id',
  },
  throttles: { ends: 'expires' },
  upload_chunks: { begins: 'byte_offset' },
  webhook_deliveries: { tried: 'last_attempt' },
  incoming_queue: { key: 'dedup_key', arrived: 'received', due: 'next_attempt' },
  messages: { due: 'next_attempt', taken: 'send_started' },
  outbox: { due: 'next_attempt', way: 'mail_transport', opens_account: 'grants_account_access' },
  data_sources: { polled: 'last_polled', heard: 'last_received' },
  contacts: { reach: 'normalized_contact', stopped: 'opted_out' },
};

/** Indexes; that of a unique constraint renames the constraint. */
const indexes: Record<string, string> = {
  api_keys_once: 'api_keys_unique',
  attributes_key_once: 'attributes_key_unique',
  categories_slug_once: 'categories_slug_unique',
  contacts_by_reach: 'contacts_by_normalized_contact',
  contacts_confirmed_once: 'contacts_confirmed_unique',
  contacts_of_nobody_once: 'contacts_without_account_unique',
  contacts_once: 'contacts_unique',
  import_posts_once: 'import_posts_unique',
  incoming_queue_once: 'incoming_queue_unique',
  messages_handed_out: 'messages_awaiting_receipt',
  messages_received_once: 'messages_received_unique',
  notification_counts_once: 'notification_counts_unique',
  notifications_once: 'notifications_unique',
  places_by_likeness: 'places_by_similarity',
  post_locks_id_once: 'post_locks_id_unique',
  post_places_shown: 'post_places_masked',
  post_search_index_every: 'post_search_index_full',
  post_search_index_shown: 'post_search_index_public',
  post_translations_locale_once: 'post_translations_locale_unique',
  post_translations_slug_once: 'post_translations_slug_unique',
  posts_slug_once: 'posts_slug_unique',
  roles_name_once: 'roles_name_unique',
  search_vocabulary_by_likeness: 'search_vocabulary_by_similarity',
  sets_by_maker: 'sets_by_user',
  survey_contacts_once: 'survey_contacts_unique',
  throttles_by_end: 'throttles_by_expiry',
  user_settings_key_once: 'user_settings_key_unique',
  users_email_once: 'users_email_unique',
};

/** Other constraints, by the new name of their table. */
const constraints: Record<string, Record<string, string>> = {
  post_holds: { post_holds_why_check: 'post_holds_reason_check' },
  post_senders: { post_senders_held_check: 'post_senders_hold_reason_check' },
  survey_contacts: { survey_contacts_moved_to_fkey: 'survey_contacts_moved_to_survey_id_fkey' },
};

async function renameTable(tx: Tx, before: string, after: string): Promise<void> {
  await sql`alter table ${sql.table(before)} rename to ${sql.table(after)}`.execute(tx);
  const { rows } = await sql<{ kind: 'constraint' | 'index' | 'sequence'; part: string }>`
    select 'constraint' as kind, conname as part from pg_constraint where conrelid = ${after}::regclass
    union all
    select 'index', relname from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${after}::regclass and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select 'sequence', relname from pg_depend join pg_class on pg_class.oid = objid and relkind = 'S'
    where refobjid = ${after}::regclass and deptype in ('a', 'i')`.execute(tx);
  for (const { kind, part } of rows) {
    if (!part.startsWith(`${before}_`)) continue;
    const renamed = sql.ref(after + part.slice(before.length));
    if (kind === 'constraint')
      await sql`alter table ${sql.table(after)} rename constraint ${sql.ref(part)} to ${renamed}`.execute(tx);
    else await sql`alter ${sql.raw(kind)} ${sql.table(part)} rename to ${renamed}`.execute(tx);
  }
}

export async function up(tx: Tx): Promise<void> {
  for (const [kind, objects] of Object.entries(functionsBefore))
    for (const object of objects) await sql.raw(`drop ${kind} if exists ${object}`).execute(tx);
  await sql`alter function reach_of rename to normalize_contact`.execute(tx);
  for (const [before, after] of Object.entries(tables)) await renameTable(tx, before, after);
  for (const [table, names] of Object.entries(columns))
    for (const [before, after] of Object.entries(names))
      await sql`alter table ${sql.table(table)} rename ${sql.ref(before)} to ${sql.ref(after)}`.execute(tx);
  for (const [before, after] of Object.entries(indexes))
    await sql`alter index ${sql.table(before)} rename to ${sql.ref(after)}`.execute(tx);
  for (const [table, names] of Object.entries(constraints))
    for (const [before, after] of Object.entries(names))
      await sql`alter table ${sql.table(table)} rename constraint ${sql.ref(before)} to ${sql.ref(after)}`.execute(
        tx,
      );
}
