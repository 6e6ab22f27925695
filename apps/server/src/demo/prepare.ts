/** Prepares the demo and prints its logins. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { builtInRoles } from '@waypost/contract/common/permissions';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { seedDeployment } from '../seed-deployment.ts';
import { generatePassword } from '../users/authentication/passwords.ts';
import { type DemoOptions, UsageError } from './demo-options.ts';
import { generateDeployment } from './generate.ts';
import { isDemo } from './site-settings.ts';
import { type DemoAccount, demoAccounts, setPasswords } from './users.ts';

type PrintLine = (line: string) => void;

/** Whether the deployment is in use: then no content may be generated or deleted. */
async function isInUse(tx: Tx): Promise<boolean> {
  const post = await tx.selectFrom('posts').select('id').limit(1).executeTakeFirst();
  const users = await tx.selectFrom('users').select('id').limit(2).execute();
  return post !== undefined || users.length > 1;
}

/** Empties all tables except those about the schema, and deletes the pictures. */
async function emptyDeployment(tx: Tx, storageDir: string, email: string | undefined): Promise<void> {
  const media = await tx.selectFrom('media').select(['file', 'thumbnail', 'kept_original']).execute();
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not in ('migrations', 'function_files')`.execute(tx);
  await sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`).execute(tx);
  await seedDeployment(tx, { email });
  for (const { file, thumbnail, kept_original } of media)
    for (const name of [file, thumbnail, ...(kept_original === null ? [] : [kept_original])])
      await rm(path.join(storageDir, name), { force: true });
}

/** All accounts whose password is printed. */
async function listAccounts(tx: Tx): Promise<DemoAccount[]> {
  const admin = await tx
    .selectFrom('users')
    .where('role', '=', builtInRoles.admin)
    .orderBy('id')
    .select(['email', 'realname'])
    .executeTakeFirstOrThrow();
  const realname = admin.realname ?? 'Administrator';
  return [{ email: admin.email, realname, role: builtInRoles.admin, summary: 'everything' }, ...demoAccounts];
}

function printAccounts(
  people: readonly DemoAccount[],
  passwords: ReadonlyMap<string, string> | undefined,
  print: PrintLine,
): void {
  print('');
  print(
    passwords
      ? '  Logins (passwords are shown only once):'
      : '  Logins (passwords were shown when the demonstration was generated):',
  );
  for (const { email, summary: can } of people) {
    const password = passwords?.get(email) ?? '';
    print(`    ${email.padEnd(26)}${password.padEnd(passwords ? 22 : 0)}${can}`);
  }
  if (!passwords) print('    (--password WORD sets a new one for all of them)');
  print('');
}

const createPasswords = (people: readonly DemoAccount[], { password, admin }: DemoOptions) =>
  new Map(
    people.map(({ email, role }) => {
      const chosen = password ?? (role === builtInRoles.admin ? admin.password : undefined);
      return [email, chosen ?? generatePassword()];
    }),
  );

/**
 * Generates the content if there is none, and prints the logins.
 * @param storageDir absolute path
 * @throws UsageError for a real deployment
 */
export async function prepareDemo(
  db: Db,
  storageDir: string,
  options: DemoOptions,
  print: PrintLine,
): Promise<void> {
  const isThere = await inTransaction(db, 'writes', async (tx) => {
    if (!(await isDemo(tx))) {
      if (await isInUse(tx))
        throw new UsageError('This data directory holds a real deployment. Set DATA_DIR to another one.');
      return false;
    }
    if (!options.reset) return true;
    await emptyDeployment(tx, storageDir, options.admin.email);
    return false;
  });
  const people = await inTransaction(db, 'reads', listAccounts);
  if (isThere) {
    const passwords = options.password ? createPasswords(people, options) : undefined;
    if (passwords) await inTransaction(db, 'writes', (tx) => setPasswords(tx, passwords));
    printAccounts(people, passwords, print);
    return;
  }
  const passwords = createPasswords(people, options);
  const { posts, seed, photos, now } = options;
  print('Generating a demonstration ...');
  const { seconds } = await generateDeployment(db, {
    posts,
    seed,
    photos,
    now,
    storageDir,
    passwords,
    report: (line) => print(`  ${line}`),
  });
  print(`  done in ${seconds.total.toFixed(1)} s`);
  printAccounts(people, passwords, print);
}
