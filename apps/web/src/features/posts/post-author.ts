/** Whose post it is and when it happened: what those who manage posts may change (spec 2 §4). Pure. */
import { type Post, PostInput } from '@waypost/contract/posts';
import { fromLocalTime, toLocalTime } from '../../ui/local-time.ts';

export interface PostAuthor {
  /** The account; null when the post came from somebody without one. */
  user: { id: number; name: string } | null;
  /** Of somebody without an account. */
  realname: string;
  email: string;
  /** As the device's picker writes it. */
  date: string;
}

export const authorOf = (post: Post): PostAuthor => ({
  user: post.user ? { id: post.user.id, name: post.user.realname ?? '' } : null,
  realname: post.author_realname ?? '',
  email: post.author_email ?? '',
  date: toLocalTime(new Date(post.post_date)),
});

const samePerson = (a: PostAuthor, b: PostAuthor): boolean =>
  a.user || b.user
    ? a.user?.id === b.user?.id
    : a.realname.trim() === b.realname.trim() && a.email.trim() === b.email.trim();

export const sameAuthor = (a: PostAuthor, b: PostAuthor): boolean => samePerson(a, b) && a.date === b.date;

/** Fields of the form that the contract refuses. */
export function authorFaults({ user, realname, email, date }: PostAuthor): ('realname' | 'email' | 'date')[] {
  const fits = (field: 'author_realname' | 'author_email', value: string) =>
    user !== null || PostInput.shape[field].safeParse(value).success;
  return [
    ...(fits('author_realname', realname) ? [] : (['realname'] as const)),
    ...(fits('author_email', email) ? [] : (['email'] as const)),
    ...(fromLocalTime(date) ? [] : (['date'] as const)),
  ];
}

/** As it is sent: what was not changed is left alone, the seconds of its date among it. */
export function sentAuthor(now: PostAuthor, before: PostAuthor) {
  const date = now.date === before.date ? null : fromLocalTime(now.date);
  const person = now.user
    ? { user: { id: now.user.id }, author_realname: null, author_email: null }
    : { user: null, author_realname: now.realname.trim() || null, author_email: now.email.trim() || null };
  return { ...(samePerson(now, before) ? {} : person), ...(date ? { post_date: date.toISOString() } : {}) };
}
