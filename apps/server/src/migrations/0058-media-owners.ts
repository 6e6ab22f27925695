/**
 * A media row has one owner: its uploader until something takes it, then the post, message, layer or site logo that took it
 * (docs/decisions/0039). Whether uploader and times are shown is decided at write, by the survey of the owning post, as for
 * posts (docs/decisions/0003).
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const columns = sql`
  alter table media
    -- The post that took the picture; nothing else may name it.
    add column post_id bigint,
    -- The incoming message that brought it.
    add column message_id bigint,
    -- Until it is taken: SHA-256 of the visitor's token, or the day's keyed hash of the network address without a token.
    add column visitor bytea,
    -- Until it is taken: SHA-256 of the claim that the upload answered with.
    add column claim bytea,
    -- What the uploader called the file: for Manage Posts only, never part of an address.
    add column original_name text,
    -- Validators of the served files, made from their content.
    add column file_hash text,
    add column thumbnail_hash text,
    add column hide_uploader boolean not null default true,
    add column hide_time boolean not null default true;
  create index media_by_post on media (post_id) where post_id is not null;
  create index media_by_message on media (message_id) where message_id is not null`;

/** The earliest post that shows a picture owns it; then the earliest whose history names it. */
const ownersOfPosts = sql`
  update media set post_id = shown.post_id, attached = true
  from (select media_id, min(post_id) as post_id from post_media group by media_id) as shown
  where media.id = shown.media_id;

  update media set post_id = named.post_id
  from (
    select answer::bigint as media_id, min(posts.id) as post_id
    from post_revisions
    join posts on posts.id = post_revisions.post_id
    join tasks on tasks.survey_id = posts.survey_id
    join attributes on attributes.task_id = tasks.id and attributes.type = 'media'
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(replaced -> 'values' -> attributes.key) when 'array' then replaced -> 'values' -> attributes.key
        else '[]' end) as answer
    where answer ~ '^[0-9]{1,15}$'
    group by answer::bigint
  ) as named
  where media.id = named.media_id and media.post_id is null and media.attached`;

const otherOwners = sql`
  update media set message_id = named.message_id
  from (
    select answer::bigint as media_id, min(messages.id) as message_id
    from messages
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(additional_data -> 'media') when 'array' then additional_data -> 'media' else '[]' end) as answer
    where messages.direction = 'incoming' and answer ~ '^[0-9]{1,15}$'
    group by answer::bigint
  ) as named
  where media.id = named.media_id and media.post_id is null and media.attached and media.user_id is null;

  update media set attached = true
  where not attached and exists (select from layers where layers.media_id = media.id);

  update media set attached = true
  where not attached and exists (
    select from settings where name = 'site' and right(value->>'image_header', length(media.file)) = media.file)`;

/** Files that carry the sender's name are found by the job that renames them (media/rename-files.ts). */
const names = sql`
  update media set original_name = substring(file from '^[0-9a-f]/[0-9a-f]/[0-9a-f]{32}-(.+)$');
  create index media_with_old_names on media (id) where file ~ '^[0-9a-f]/[0-9a-f]/[0-9a-f]{32}-'`;

/** A post shows the pictures that belong to it, and decides what is told of their uploader and times. */
const linkMedia = sql`
  create or replace function link_media(ids bigint[]) returns void language sql as $$
    delete from post_media where post_id = any(ids);
    insert into post_media (media_id, post_id, shown)
    select media.id, p.id,
      bool_or(not attribute.response_private and not task.internal_only and task.show_when_published)
    from posts p
    join tasks task on task.survey_id = p.survey_id
    join attributes attribute on attribute.task_id = task.id and attribute.type = 'media'
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(p.values -> attribute.key) when 'array' then p.values -> attribute.key else '[]' end) as answer
    join media on media.id = case when answer ~ '^[0-9]{1,15}$' then answer::bigint end and media.post_id = p.id
    where p.id = any(ids)
    group by media.id, p.id;
    update media set hide_uploader = decided.hide_author, hide_time = decided.hide_time
    from (
      select p.id, coalesce(survey.hide_author, true) as hide_author, coalesce(survey.hide_time, true) as hide_time
      from posts p left join surveys survey on survey.id = p.survey_id
      where p.id = any(ids)
    ) as decided
    where media.post_id = decided.id
      and (media.hide_uploader, media.hide_time) is distinct from (decided.hide_author, decided.hide_time)
  $$`;

const decideForAll = sql`
  update media set hide_uploader = survey.hide_author, hide_time = survey.hide_time
  from posts join surveys survey on survey.id = posts.survey_id
  where media.post_id = posts.id;
  delete from post_media using media
  where media.id = post_media.media_id and media.post_id is distinct from post_media.post_id`;

/** Checked at the end of a transaction: posts that come in many at a time get their row last. */
const references = sql`
  alter table media
    add constraint media_post_id_fkey foreign key (post_id) references posts on delete set null
      deferrable initially deferred,
    add constraint media_message_id_fkey foreign key (message_id) references messages on delete set null`;

export const name = '0058-media-owners';

export async function up(tx: Tx): Promise<void> {
  for (const step of [columns, ownersOfPosts, otherOwners, names, linkMedia, decideForAll, references])
    await step.execute(tx);
}
