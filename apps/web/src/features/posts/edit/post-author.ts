/** Author and date of a post, which users with Manage Posts may change (spec 2 §4). Pure. */
import { type Post, PostInput } from '@waypost/contract/posts/posts';
import { parseDateTimeLocal, toDateTimeLocal } from '../../../ui/form/datetime-local.ts';

/** Author and date as edited in the form. */
export interface PostAuthor {
  /** The account; null when the author has none. */
  user: { id: number; name: string } | null;
  /** Name of an author without an account. */
  realname: string;
  email: string;
  /** In the format of the date picker. */
  date: string;
}

/** Author and date of a post as form values. */
export const getPostAuthor = (post: Post): PostAuthor => ({
  user: post.user ? { id: post.user.id, name: post.user.realname ?? '' } : null,
  realname: post.author_realname ?? '',
  email: post.author_email ?? '',
  date: toDateTimeLocal(new Date(post.post_date)),
});

const isSamePerson = (a: PostAuthor, b: PostAuthor): boolean =>
  a.user || b.user
    ? a.user?.id === b.user?.id
    : a.realname.trim() === b.realname.trim() && a.email.trim() === b.email.trim();

/** Whether two form values are equal. */
export const isSameAuthor = (a: PostAuthor, b: PostAuthor): boolean =>
  isSamePerson(a, b) && a.date === b.date;

/** Fields of the form that the contract rejects. */
export function findAuthorErrors({
  user,
  realname,
  email,
  date,
}: PostAuthor): ('realname' | 'email' | 'date')[] {
  const isValid = (field: 'author_realname' | 'author_email', value: string) =>
    user !== null || PostInput.shape[field].safeParse(value).success;
  return [
    ...(isValid('author_realname', realname) ? [] : (['realname'] as const)),
    ...(isValid('author_email', email) ? [] : (['email'] as const)),
    ...(parseDateTimeLocal(date) ? [] : (['date'] as const)),
  ];
}

/** The fields to send. Unchanged ones are left out, so that the seconds of an unchanged date are kept. */
export function toAuthorInput(current: PostAuthor, previous: PostAuthor) {
  const date = current.date === previous.date ? null : parseDateTimeLocal(current.date);
  const person = current.user
    ? { user: { id: current.user.id }, author_realname: null, author_email: null }
    : {
        user: null,
        author_realname: current.realname.trim() || null,
        author_email: current.email.trim() || null,
      };
  return {
    ...(isSamePerson(current, previous) ? {} : person),
    ...(date ? { post_date: date.toISOString() } : {}),
  };
}
