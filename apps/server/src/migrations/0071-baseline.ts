/** The baseline: the tables as SQL files by area (docs/decisions/0050), in place of the migrations 0001 to 0070. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0071-baseline';

/** The migrations that made the same tables. A database that has all of them goes on from here. */
export const replaces: readonly string[] = [
  '0001-first-tables',
  '0002-masks',
  '0003-people',
  '0004-places',
  '0005-posts-whole',
  '0006-messages',
  '0008-stored-files',
  '0009-notifications',
  '0010-words',
  '0011-locks-of-sessions',
  '0012-telling-subscribers',
  '0013-counts',
  '0014-topics',
  '0018-api-keys',
  '0020-imports',
  '0022-exports',
  '0024-webhooks',
  '0025-more-counts',
  '0026-data-sources',
  '0030-targeted-surveys',
  '0032-uploads',
  '0036-backups',
  '0038-keys-of-throttles',
  '0042-surveys-in-turn',
  '0046-senders',
  '0047-quick-exit',
  '0049-silenced',
  '0050-held-posts',
  '0052-place-names',
  '0053-told-before',
  '0054-counted-texts',
  '0055-told-by-others',
  '0056-layers',
  '0057-translations',
  '0058-media-owners',
  '0060-contact-confirmation',
  '0061-notification-counts',
  '0062-outgoing-data',
  '0064-login-devices',
  '0065-code-texts',
  '0070-phone-contacts',
];

/** The build copies the files beside the bundle. */
const directory = path.join(import.meta.dirname, 'baseline');

/** Runs the files in the order of their names. */
export async function up(tx: Tx): Promise<void> {
  for (const file of (await readdir(directory)).sort())
    await sql.raw(await readFile(path.join(directory, file), 'utf8')).execute(tx);
}
