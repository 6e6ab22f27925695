/** The initial content of a deployment: roles, an administrator, a few categories, and one survey that everybody may answer. */
import { builtInRoles } from '@waypost/contract/common/permissions';
import { initialRoles } from '@waypost/contract/users/roles';
import { defaultAdminEmails } from '@waypost/contract/users/users';
import { sql } from 'kysely';
import type { Tx } from './kernel/db/database.ts';
import { initialContent } from './setup-assistant/setup-assistant.public.ts';
import { generatePassword, hashPassword } from './users/authentication/passwords.ts';

/** The login of the first administrator, to be shown once. */
export interface InitialAdmin {
  email: string;
  password: string;
  /** True when the password was generated and is stored nowhere else. */
  isPasswordGenerated: boolean;
}

/** Of the built-in roles. Administrators pass every check without permissions. */
const initialPermissions = {
  [builtInRoles.admin]: ['Manage Collections and Saved Searches'],
  [builtInRoles.member]: ['Edit their own posts'],
};

async function seedRoles(tx: Tx): Promise<void> {
  await tx
    .insertInto('roles')
    .values(
      initialRoles.map((role) => ({
        ...role,
        protected: true,
        permissions: 'permissions' in role ? [...role.permissions] : initialPermissions[role.name],
      })),
    )
    .execute();
}

const initialCategories = [
  { tag: 'Danger', slug: 'danger', color: '#A51A1A', icon: 'alert-triangle' },
  { tag: 'Help needed', slug: 'help-needed', color: '#E69327', icon: 'lifebuoy' },
  { tag: 'Something broken', slug: 'something-broken', color: '#2274B4', icon: 'tool' },
  { tag: 'Good news', slug: 'good-news', color: '#5BAA00', icon: 'mood-smile' },
];

async function seedCategories(tx: Tx): Promise<number[]> {
  const rows = await tx
    .insertInto('categories')
    .values(initialCategories.map((category, index) => ({ ...category, priority: index + 1 })))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** A survey with title, description, place, date, categories and photo. */
async function seedSurvey(tx: Tx, categoryIds: readonly number[]): Promise<void> {
  const survey = await tx
    .insertInto('surveys')
    .values({
      name: initialContent.surveyName,
      description: 'Tell us what you see. The team looks at every report before it is shown to everyone.',
      color: '#2274B4',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const task = await tx
    .insertInto('tasks')
    .values({ survey_id: survey.id, label: 'Post', type: 'post', priority: 0, internal_only: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const field = (priority: number, input: string, type: string, label: string, options: object = {}) => ({
    task_id: task.id,
    key: crypto.randomUUID(),
    label,
    input,
    type,
    priority,
    ...options,
  });
  await tx
    .insertInto('attributes')
    .values([
      field(1, 'text', 'title', 'Title', { required: true, instructions: 'In a few words, what happened?' }),
      field(2, 'textarea', 'description', 'Description', {
        required: true,
        instructions: 'Describe what you see, when it started and who is affected.',
      }),
      field(3, 'location', 'point', 'Where is it?'),
      field(4, 'date', 'datetime', 'When did it happen?'),
      field(5, 'tags', 'tags', 'Categories', { cardinality: 0, options: JSON.stringify(categoryIds) }),
      field(6, 'upload', 'media', 'Photo', { config: JSON.stringify({ hasCaption: true }) }),
    ])
    .execute();
}

/**
 * Fills an empty database; does nothing to one that has roles.
 * @returns the first administrator; null when the deployment existed already
 */
export async function seedDeployment(
  tx: Tx,
  credentials: { email?: string | undefined; password?: string | undefined },
): Promise<InitialAdmin | null> {
  await sql`lock table roles in exclusive mode`.execute(tx);
  const existing = await tx.selectFrom('roles').select('id').limit(1).executeTakeFirst();
  if (existing) return null;
  await seedRoles(tx);
  const admin = {
    email: credentials.email ?? defaultAdminEmails[0],
    password: credentials.password ?? generatePassword(),
    isPasswordGenerated: credentials.password === undefined,
  };
  await tx
    .insertInto('users')
    .values({
      email: admin.email,
      realname: 'Administrator',
      password_hash: await hashPassword(admin.password),
      role: builtInRoles.admin,
    })
    .execute();
  await tx
    .insertInto('settings')
    .values({ name: 'site', value: JSON.stringify({ name: initialContent.siteName }) })
    .execute();
  await seedSurvey(tx, await seedCategories(tx));
  return admin;
}
