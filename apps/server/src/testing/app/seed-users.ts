/** The people of a deployment under test: one of each kind that rights are decided for. */
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { seedDeployment } from '../../seed-deployment.ts';
import { hashPassword } from '../../users/authentication/passwords.ts';

/** The kinds of people that rights are decided for. */
export type Actor = 'passer-by' | 'visitor' | 'member' | 'reviewer' | 'settings manager' | 'admin';

/** Everybody's. */
export const testPassword = 'correct horse';
export const emailOfActor = (actor: Actor): string => `${actor.replace(' ', '-')}@example.org`;

/** Does the first start of an empty, migrated database, and adds the people. */
export async function seedUsers(db: Db): Promise<void> {
  const roles: [Actor, string, Permission[]][] = [
    ['reviewer', 'reviewer', ['Manage Posts']],
    ['settings manager', 'settings-manager', ['Manage Settings']],
  ];
  const password_hash = await hashPassword(testPassword);
  await inTransaction(db, 'writes', async (tx) => {
    await seedDeployment(tx, { email: emailOfActor('admin'), password: testPassword });
    for (const [, name, permissions] of roles)
      await tx
        .insertInto('roles')
        .values({ name, display_name: name, description: null, permissions })
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
  });
}
