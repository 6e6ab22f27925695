/** The people of a deployment under test: one of each kind that rights are decided for. */
import { builtInRoles, type Permission } from '@waypost/contract/privileges';
import { firstStart } from '../first-start.ts';
import { type Db, inTransaction } from '../kernel/db.ts';
import { hashPassword } from '../people/passwords.ts';

/** The kinds of people that rights are decided for. */
export type Kind = 'passer-by' | 'visitor' | 'member' | 'reviewer' | 'settings manager' | 'admin';

/** Everybody's. */
export const password = 'correct horse';
export const emailOf = (kind: Kind): string => `${kind.replace(' ', '-')}@example.org`;

/** Does the first start of an empty, migrated database, and adds the people. */
export async function seedPeople(db: Db): Promise<void> {
  const roles: [Kind, string, Permission[]][] = [
    ['reviewer', 'reviewer', ['Manage Posts']],
    ['settings manager', 'settings-manager', ['Manage Settings']],
  ];
  const password_hash = await hashPassword(password);
  await inTransaction(db, 'writes', async (tx) => {
    await firstStart(tx, { email: emailOf('admin'), password });
    for (const [, name, permissions] of roles)
      await tx
        .insertInto('roles')
        .values({ name, display_name: name, description: null, permissions })
        .execute();
    const kinds: [Kind, string][] = [
      ['member', builtInRoles.member],
      ...roles.map(([kind, name]): [Kind, string] => [kind, name]),
    ];
    for (const [kind, role] of kinds)
      await tx
        .insertInto('users')
        .values({
          email: emailOf(kind),
          realname: `A ${kind}`,
          role,
          password_hash,
        })
        .execute();
  });
}
