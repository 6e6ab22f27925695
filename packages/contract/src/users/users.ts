/** Users (API v3 §2.6). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, BooleanIn, Id, IdOut, OptionalText, queryList, TrimmedText } from '../common/scalars.ts';
import { ConfirmationCodeInput, ConfirmationCodeSent, Delivery } from './confirmation-codes.ts';
import { Session } from './sessions.ts';

/** A contact inside a user: all members are strings, as in API v3. */
export const UserContact = z.object({
  id: z.string(),
  user_id: z.string(),
  data_source: z.string().nullable(),
  type: z.string(),
  contact: z.string(),
  created: z.string(),
  updated: z.string().nullable(),
  can_notify: z.string(),
});
export type UserContact = z.infer<typeof UserContact>;

/**
 * A user as the API returns it. Without `read_full` it only has `id`, `url`, `realname`, `contacts` and the
 * privileges.
 */
export const User = z.object({
  id: IdOut,
  url: z.string(),
  email: z.string().nullable().optional(),
  /** Extension: whether the user entered a code sent to the address, or set a password with a link from a mail. */
  email_confirmed: z.boolean().optional(),
  realname: z.string().nullable(),
  logins: z.number().int().optional(),
  failed_attempts: z.number().int().optional(),
  last_login: z.number().int().nullable().optional(),
  last_attempt: z.number().int().nullable().optional(),
  created: ApiDate.optional(),
  updated: ApiDate.nullable().optional(),
  role: z.string().nullable().optional(),
  language: z.string().nullable().optional(),
  contacts: z.array(UserContact),
  allowed_privileges: Privileges,
  /** MD5 of the lower-cased address; the web client draws an avatar from it. */
  gravatar: z.string().optional(),
  /** After a change of one's own password: the other sessions, which were ended. */
  ended_sessions: z.array(Session).optional(),
  /**
   * After the creation with `invite`: whether the mail leaves. If it waits in the outbox, `token` is for the link
   * `/forgotpassword/confirm/TOKEN`, which the caller passes on.
   */
  invitation: z
    .object({ delivery: Delivery.exclude(['simulated']), token: z.string().optional() })
    .optional(),
});
export type User = z.infer<typeof User>;

export const Email = z.string().trim().toLowerCase().min(1).max(limits.email).pipe(z.email());
const hasValidLength = (length: number) => length >= limits.password.min && length <= limits.password.max;
/** 7 to 72 characters, not bytes. */
export const Password = z
  .string()
  .min(1)
  .refine((it) => hasValidLength(Array.from(it).length), { error: ruleError('password') });
export const RealName = OptionalText.pipe(z.string().max(limits.name).nullable());

/** The language of the interface and of mail: `es`, `pt_BR`. Null: the deployment's. */
const UserLanguage = OptionalText.pipe(
  z
    .string()
    .max(limits.locale)
    .regex(/^[a-z]{2,3}(?:[-_][a-z]{2})?$/i)
    .nullable(),
);

/** `password` is required unless the user is invited and chooses one. */
export const UserInput = z
  .object({
    email: Email,
    password: Password.optional(),
    realname: RealName.optional(),
    role: z.string().min(1).max(limits.varchar).nullish(),
    language: UserLanguage.optional(),
    /** Extension: send a link with which the user sets a password, valid once and for a week. */
    invite: BooleanIn.optional(),
  })
  .refine(({ password, invite }) => password !== undefined || invite === true, {
    path: ['password'],
    error: ruleError('required'),
    // Reported together with errors of other fields.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  });

/** An empty or absent password keeps the stored one. */
export const UserChange = z.object({
  email: Email.optional(),
  password: z
    .union([z.literal('').transform(() => undefined), z.null().transform(() => undefined), Password])
    .optional(),
  /**
   * Extension: required to change one's own password or e-mail address, unless the caller logged in a few minutes
   * ago.
   */
  current_password: z.string().max(1000).nullish(),
  realname: RealName.optional(),
  role: z.string().min(1).max(limits.varchar).nullish(),
  language: UserLanguage.optional(),
});

/** The form of one's own account: the name is required, the password only to change it (spec 1 §5). */
export const ProfileForm = z.object({
  realname: TrimmedText.pipe(z.string().min(1).max(limits.name)),
  email: Email,
  password: Password.optional(),
  current_password: z.string().optional(),
  language: UserLanguage.optional(),
});

/** The form of another account: the role is required too (spec 3 §5). */
export const UserForm = ProfileForm.extend({ role: z.string().min(1) });

/** The login form. The server checks the credentials. */
export const LoginForm = z.object({
  email: TrimmedText.pipe(z.string().min(1)),
  password: z.string().min(1),
});

/**
 * E-mail addresses of the first administrator unless the operator sets another; new deployments use the first (API v3
 * §1.4).
 */
export const defaultAdminEmails = ['admin@waypost.local', 'admin'] as const;

/** Sort fields of a list of users. */
export const userSortFields = [
  'id',
  'realname',
  'email',
  'created',
  'updated',
  'role',
  'last_login',
] as const;
/** The query of the list of users. */
export const UserQuery = listQuery(userSortFields).extend({
  q: z.string().trim().optional(),
  role: queryList(z.string()).optional(),
});

const idParams = z.object({ id: Id });

export const listUsers = defineEndpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/users',
  summary: 'Users',
  scope: 'users',
  needs: ['Manage Users'],
  query: UserQuery,
  response: listResponse(User),
});

export const createUser = defineEndpoint({
  name: 'createUser',
  method: 'POST',
  path: '/users',
  summary: 'Create an account; with `invite` the user is sent a link to set a password',
  scope: 'users',
  needs: ['Manage Users'],
  body: UserInput,
  response: User,
});

export const readMe = defineEndpoint({
  name: 'readMe',
  method: 'GET',
  path: '/users/me',
  summary: 'The account of the caller',
  scope: 'users',
  token: 'required',
  response: User,
  neededAtStart: true,
  deviceCache: 'own',
});

export const updateMe = defineEndpoint({
  name: 'updateMe',
  method: 'PUT',
  path: '/users/me',
  summary: 'Change the account of the caller',
  scope: 'users',
  body: UserChange,
  response: User,
});

export const readUser = defineEndpoint({
  name: 'readUser',
  method: 'GET',
  path: '/users/{id}',
  summary: 'One account',
  scope: 'users',
  params: idParams,
  response: User,
});

export const updateUser = defineEndpoint({
  name: 'updateUser',
  method: 'PUT',
  path: '/users/{id}',
  summary: 'Change an account',
  scope: 'users',
  params: idParams,
  body: UserChange,
  response: User,
});

export const deleteUser = defineEndpoint({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/users/{id}',
  summary: 'Delete an account',
  scope: 'users',
  params: idParams,
  response: User,
});

export const sendMyCode = defineEndpoint({
  name: 'sendMyCode',
  method: 'POST',
  path: '/users/me/confirmation',
  summary: 'Send a code to the address that the caller logs in with',
  scope: 'users',
  response: ConfirmationCodeSent,
});

export const confirmMyEmail = defineEndpoint({
  name: 'confirmMyEmail',
  method: 'PUT',
  path: '/users/me/confirmation',
  summary: 'Enter the code that was sent to the address that the caller logs in with',
  scope: 'users',
  body: ConfirmationCodeInput,
  response: User,
});
