/** Makes sure that there is a demonstration to show, and tells how to get in. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { builtInRoles } from '@waypost/contract/privileges';
import { sql } from 'kysely';
import { firstStart } from '../first-start.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { newPassword } from '../people/passwords.ts';
import { generateDeployment } from './generate.ts';
import { type Login, logins, setPasswords } from './people.ts';
import { isDemo } from './site.ts';
import { WishError, type Wishes } from './wishes.ts';

type Say = (line: string) => void;

/** Whether people use it: then it is no place for made-up content, and nothing in it is ours to delete. */
async function isInUse(tx: Tx): Promise<boolean> {
  const post = await tx.selectFrom('posts').select('id').limit(1).executeTakeFirst();
  const users = await tx.selectFrom('users').select('id').limit(2).execute();
  return post !== undefined || users.length > 1;
}

/** Empties every table and deletes the pictures; the migrations stay. */
async function emptyDeployment(tx: Tx, storageDir: string): Promise<void> {
  const media = await tx.selectFrom('media').select(['file', 'thumbnail']).execute();
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> 'migrations'`.execute(tx);
  await sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`).execute(tx);
  await firstStart(tx, {});
  for (const { file, thumbnail } of media)
    for (const name of [file, thumbnail]) await rm(path.join(storageDir, name), { force: true });
}

/** Everyone whose password is told. */
async function peopleWithLogin(tx: Tx): Promise<Login[]> {
  const admin = await tx
    .selectFrom('users')
    .where('role', '=', builtInRoles.admin)
    .orderBy('id')
    .select(['email', 'realname'])
    .executeTakeFirstOrThrow();
  const realname = admin.realname ?? 'Administrator';
  return [{ email: admin.email, realname, role: builtInRoles.admin, can: 'everything' }, ...logins];
}

function tell(people: readonly Login[], passwords: ReadonlyMap<string, string> | undefined, say: Say): void {
  say('');
  say(
    passwords ? '  Logins, with passwords told this once:' : '  Logins; passwords as told when it was made:',
  );
  for (const { email, can } of people) {
    const password = passwords?.get(email) ?? '';
    say(`    ${email.padEnd(26)}${password.padEnd(passwords ? 22 : 0)}${can}`);
  }
  if (!passwords) say('    (--password WORD sets a new one for all of them)');
  say('');
}

const passwordsFor = (people: readonly Login[], password: string | undefined) =>
  new Map(people.map(({ email }) => [email, password ?? newPassword()]));

/**
 * Makes the content unless it is there, and tells the logins.
 * @param storageDir absolute
 * @throws WishError when the deployment is a real one
 */
export async function prepareDemo(db: Db, storageDir: string, wishes: Wishes, say: Say): Promise<void> {
  const isThere = await inTransaction(db, 'writes', async (tx) => {
    if (!(await isDemo(tx))) {
      if (await isInUse(tx))
        throw new WishError('This data directory holds a real deployment. Set DATA_DIR to another one.');
      return false;
    }
    if (!wishes.reset) return true;
    await emptyDeployment(tx, storageDir);
    return false;
  });
  const people = await inTransaction(db, 'reads', peopleWithLogin);
  if (isThere) {
    const passwords = wishes.password ? passwordsFor(people, wishes.password) : undefined;
    if (passwords) await inTransaction(db, 'writes', (tx) => setPasswords(tx, passwords));
    tell(people, passwords, say);
    return;
  }
  const passwords = passwordsFor(people, wishes.password);
  const { posts, seed, photos } = wishes;
  say('Making up a demonstration ...');
  const { seconds } = await generateDeployment(db, {
    posts,
    seed,
    photos,
    storageDir,
    passwords,
    report: (line) => say(`  ${line}`),
  });
  say(`  done in ${seconds.total.toFixed(1)} s`);
  tell(people, passwords, say);
}
