/** The author and source of a report: members, visitors with or without a name, phones, mails. */

import type { Random } from '../random.ts';
import type { SavedSurvey } from '../surveys/insert-surveys.ts';
import type { LanguageTexts } from '../texts/texts.ts';
import type { DemoUsers } from '../users.ts';
import type { PostRows } from './post-rows.ts';

type AuthorColumns = Pick<PostRows['post'], 'source' | 'user_id' | 'author_realname' | 'author_email'>;

const anonymousAuthor: AuthorColumns = {
  source: null,
  user_id: null,
  author_realname: null,
  author_email: null,
};

/** A random author and source. */
export function pickAuthor(
  survey: SavedSurvey,
  texts: LanguageTexts,
  users: DemoUsers,
  random: Random,
): AuthorColumns {
  if (survey.plan.roles) return { ...anonymousAuthor, user_id: random.pick(users.noticeAuthors) };
  const draw = random.next();
  if (draw < 0.16) return { ...anonymousAuthor, source: 'sms' };
  if (draw < 0.21)
    return { ...anonymousAuthor, source: 'twitter', author_realname: random.pick(texts.names) };
  if (draw < 0.27) {
    const address = `reporter${random.int(1, 400)}@example.org`;
    return {
      ...anonymousAuthor,
      source: 'email',
      author_realname: random.pick(texts.names),
      author_email: address,
    };
  }
  if (draw < 0.6) return { ...anonymousAuthor, user_id: random.pick(users.authors) };
  return draw < 0.85 ? { ...anonymousAuthor, author_realname: random.pick(texts.names) } : anonymousAuthor;
}
