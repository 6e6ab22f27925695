/** The users of a test deployment: one of each kind that authorization distinguishes. */
import { hash } from '@node-rs/argon2';
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { seedDeployment } from '../../seed-deployment.ts';

/** The kinds of callers that authorization distinguishes. */
export type Actor =
  | 'passer-by'
  | 'visitor'
  | 'member'
  | 'reviewer'
  | 'reviewer without personal data'
  | 'settings manager'
  | 'admin';

/** The password of all test users. */
export const testPassword = 'correct horse';

/**
 * The cost of the password hashes of test users. A hash is verified with the cost that it was made with, so signing in as a test
 * user is cheap, while the app hashes new passwords with its own cost.
 */
const cheapHash = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The e-mail address of a test user. */
export const emailOfActor = (actor: Actor): string => `${actor.replaceAll(' ', '-')}@example.org`;

/** Runs the first start of an empty, migrated database and adds the test users. */
export async function seedUsers(db: Db): Promise<void> {
  const roles: [Actor, string, Permission[]][] = [
    ['reviewer', 'reviewer', ['Manage Posts', 'View personal data']],
    ['reviewer without personal data', 'reviewer-without-personal-data', ['Manage Posts']],
    ['settings manager', 'settings-manager', ['Manage Settings', 'View personal data']],
  ];
  const password_hash = await hash(testPassword, cheapHash);
  await inTransaction(db, 'writes', async (tx) => {
    await seedDeployment(tx, { email: emailOfActor('admin'), password: testPassword });
    for (const [, name, permissions] of roles)
      await tx
        .insertInto('roles')
        .values({ name, display_name: name, description: null, permissions })
        // New deployments have some of them.
        .onConflict((on) => on.column('name').doUpdateSet({ permissions }))
        .execute();
    const kinds: [Actor, string][] = [
      ['member', builtInRoles.member],
      ...roles.map(([actor, name]): [Actor, string] => [actor, name]),
    ];
    for (const [actor, role] of kinds)
      await tx
        .insertInto('users')
        .values({
          email: emailOfActor(actor),
          realname: `A ${actor}`,
          role,
          password_hash,
        })
        .execute();
    await tx.updateTable('users').set({ password_hash }).execute();
  });
}
