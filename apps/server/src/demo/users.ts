/** The roles and users of the demo. */
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import type { Tx } from '../kernel/db/database.ts';
import { hashPassword } from '../users/authentication/passwords.ts';

/** An account that can be used to log in. */
export interface DemoAccount {
  email: string;
  realname: string;
  role: string;
  /** A summary of its permissions. */
  summary: string;
}

const roles: readonly {
  name: string;
  display_name: string;
  description: string;
  permissions: Permission[];
}[] = [
  {
    name: 'verifier',
    display_name: 'Verifier',
    description: 'Checks reports with people on the spot and publishes them',
    permissions: ['Manage Posts', 'Edit their own posts'],
  },
  {
    name: 'editor',
    display_name: 'Editor',
    description: 'Looks after surveys, categories and collections',
    permissions: [
      'Manage Settings',
      'Manage Collections and Saved Searches',
      'Bulk Data Import and Export',
      'Edit their own posts',
    ],
  },
  {
    name: 'volunteer',
    display_name: 'Volunteer',
    description: 'Writes notices for the neighborhood',
    permissions: ['Edit their own posts'],
  },
];

/** Accounts whose password is printed. The administrator is created by the first start. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'verifier@waypost.local',
    realname: 'Amina Otieno',
    role: 'verifier',
    summary: 'checks and publishes posts',
  },
  {
    email: 'editor@waypost.local',
    realname: 'Lucía Fernández',
    role: 'editor',
    summary: 'surveys, categories, exports',
  },
  { email: 'volunteer@waypost.local', realname: 'Rahul Kumar', role: 'volunteer', summary: 'writes notices' },
  {
    email: 'member@waypost.local',
    realname: 'Олена Коваль',
    role: builtInRoles.member,
    summary: 'reports, keeps collections',
  },
];

/** Authors of posts, without a usable password. */
const authorAccounts: readonly [email: string, realname: string, role: string][] = [
  ['grace.wanjiru@example.org', 'Grace Wanjiru', 'volunteer'],
  ['omar.haddad@example.org', 'عمر حداد', builtInRoles.member],
  ['priya.sharma@example.org', 'प्रिया शर्मा', 'volunteer'],
  ['jean.kouassi@example.org', 'Jean Kouassi', builtInRoles.member],
  ['beatriz.moraes@example.org', 'Beatriz Moraes', 'volunteer'],
  ['diego.cabrera@example.org', 'Diego Cabrera', builtInRoles.member],
  ['siti.rahma@example.org', 'Siti Rahma', 'volunteer'],
  ['andriy.shevchuk@example.org', 'Андрій Шевчук', builtInRoles.member],
  ['helen.marsh@example.org', 'Helen Marsh', builtInRoles.member],
  ['asha.mwakyusa@example.org', 'Asha Mwakyusa', 'verifier'],
];

/** Ids of the created users. */
export interface DemoUsers {
  /** Possible authors of posts. */
  authors: readonly number[];
  /** Users whose role may write notices. */
  noticeAuthors: readonly number[];
  editor: number;
  verifier: number;
}

/** Sets new passwords of existing accounts; `passwords` are by e-mail. */
export async function setPasswords(tx: Tx, passwords: ReadonlyMap<string, string>): Promise<void> {
  for (const [email, password] of passwords)
    await tx
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('email', '=', email)
      .execute();
}

/** Creates roles and users, without usable passwords. */
export async function insertUsers(tx: Tx): Promise<DemoUsers> {
  await tx
    .insertInto('roles')
    .values(roles)
    // New deployments have some of them; the demo shows its own.
    .onConflict((on) =>
      on.column('name').doUpdateSet((eb) => ({
        display_name: eb.ref('excluded.display_name'),
        description: eb.ref('excluded.description'),
        permissions: eb.ref('excluded.permissions'),
      })),
    )
    .execute();
  const password_hash = await hashPassword(crypto.randomUUID());
  const defaults = { password_hash, language: null, last_login: null, last_attempt: null, updated: null };
  const rows = [
    ...demoAccounts.map(({ email, realname, role }) => ({ email, realname, role, ...defaults })),
    ...authorAccounts.map(([email, realname, role]) => ({ email, realname, role, ...defaults })),
  ];
  const saved = await tx.insertInto('users').values(rows).returning(['id', 'role']).execute();
  const withRole = (...names: string[]) =>
    saved.filter(({ role }) => role !== null && names.includes(role)).map(({ id }) => id);
  const [editor] = withRole('editor');
  const [verifier] = withRole('verifier');
  if (editor === undefined || verifier === undefined)
    throw new TypeError('an editor and a verifier were saved');
  return {
    authors: saved.map(({ id }) => id),
    noticeAuthors: withRole('volunteer', 'editor'),
    editor,
    verifier,
  };
}
