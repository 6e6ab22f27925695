import type { User, UserContact } from '@waypost/contract/users/users';

/** What somebody is called in lists and questions: their name, or else their address. */
export const getUserDisplayName = (user: Pick<User, 'realname' | 'email' | 'id'>): string =>
  user.realname || user.email || String(user.id);

/** Contacts that are not the login's address again. */
export const listFurtherContacts = ({ contacts, email }: User): UserContact[] =>
  contacts.filter(({ contact }) => contact.toLowerCase() !== email?.toLowerCase());
