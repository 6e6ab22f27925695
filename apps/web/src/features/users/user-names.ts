import type { ContactRow, User } from '@waypost/contract/users';

/** What somebody is called in lists and questions: their name, or else their address. */
export const nameOfUser = (user: Pick<User, 'realname' | 'email' | 'id'>): string =>
  user.realname || user.email || String(user.id);

/** Contacts that are not the login's address again. */
export const contactsBeside = ({ contacts, email }: User): ContactRow[] =>
  contacts.filter(({ contact }) => contact.toLowerCase() !== email?.toLowerCase());
