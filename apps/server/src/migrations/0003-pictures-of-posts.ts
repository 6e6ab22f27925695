/**
 * Which pictures posts show, and to whom. Ids of pictures follow one another: without this, whoever counts them up would
 * see those of drafts and of private answers. Kept by `mask_posts`, which follows every write of a post and every change of
 * what a survey hides.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

export const name = '0003-pictures-of-posts';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table post_media (
      media_id bigint not null references media on delete cascade,
      post_id bigint not null references posts on delete cascade,
      -- Whether everyone who may read the post is shown the picture.
      shown boolean not null,
      primary key (media_id, post_id)
    );
    create index post_media_by_post on post_media (post_id);

    create function link_media(ids bigint[]) returns void language sql as $$
      delete from post_media where post_id = any(ids);
      insert into post_media (media_id, post_id, shown)
      select media.id, p.id,
        bool_or(not attribute.response_private and not task.internal_only and task.show_when_published)
      from posts p
      join tasks task on task.survey_id = p.survey_id
      join attributes attribute on attribute.task_id = task.id and attribute.type = 'media'
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(p.values -> attribute.key) when 'array' then p.values -> attribute.key else '[]' end) as answer
      join media on media.id::text = answer
      where p.id = any(ids)
      group by media.id, p.id
    $$;

    alter function mask_posts(bigint[]) rename to mask_places_and_times;
    create function mask_posts(ids bigint[]) returns void language sql as $$
      select mask_places_and_times(ids);
      select link_media(ids)
    $$;
    select link_media(array(select id from posts))`.execute(tx);
}
