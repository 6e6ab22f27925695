import type { User, UserContact } from '@waypost/contract/users/users';

/** The name of a user in lists and dialogs: the real name, or else the email address. */
export const getUserDisplayName = (user: Pick<User, 'realname' | 'email' | 'id'>): string =>
  user.realname || user.email || String(user.id);

/** The contacts without the email address of the login. */
export const listFurtherContacts = ({ contacts, email }: User): UserContact[] =>
  contacts.filter(({ contact }) => contact.toLowerCase() !== email?.toLowerCase());
