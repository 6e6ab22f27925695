/**
 * Numbers and addresses of which nothing is kept, but that their owners want to hear nothing more: a hash with a key of this
 * deployment. Whoever comes back is known to want silence until they say otherwise.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0049-silenced';

const tables = sql`
  create table silenced (hash bytea primary key);
  create table silence_key (is_only boolean primary key default true check (is_only), key bytea not null);
  insert into silence_key (key)
    values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')))`;

const rules = sql`
  create function silence_of(type text, contact text) returns bytea language sql stable as $$
    select sha256(key || convert_to(type || ' ' || reach_of(type, contact), 'UTF8')) from silence_key
  $$;
  create function keep_silence() returns trigger language plpgsql as $$
  begin
    if new.stopped is null and exists (select from silenced where hash = silence_of(new.type, new.contact)) then
      new.stopped := now();
    end if;
    return new;
  end
  $$;
  create function end_silence() returns trigger language plpgsql as $$
  begin
    delete from silenced where hash = silence_of(new.type, new.contact);
    return null;
  end
  $$;
  create trigger contacts_keep_silence before insert on contacts for each row execute function keep_silence();
  create trigger contacts_end_silence after update of stopped on contacts
    for each row when (old.stopped is not null and new.stopped is null) execute function end_silence()`;

export async function up(tx: Tx): Promise<void> {
  for (const step of [tables, rules]) await step.execute(tx);
}
