/** Who reports, and by which way: members, passers-by with or without a name, phones, mails. */
import type { People } from '../people.ts';
import type { Random } from '../random.ts';
import type { SavedSurvey } from '../surveys/save-surveys.ts';
import type { Words } from '../words/words.ts';
import type { PostRows } from './rows.ts';

type Author = Pick<PostRows['post'], 'source' | 'user_id' | 'author_realname' | 'author_email'>;

const nobody: Author = { source: null, user_id: null, author_realname: null, author_email: null };

export function authorOf(survey: SavedSurvey, words: Words, people: People, random: Random): Author {
  if (survey.plan.roles) return { ...nobody, user_id: random.pick(people.noticeAuthors) };
  const draw = random.next();
  if (draw < 0.16) return { ...nobody, source: 'sms' };
  if (draw < 0.21) return { ...nobody, source: 'twitter', author_realname: random.pick(words.names) };
  if (draw < 0.27) {
    const address = `reporter${random.int(1, 400)}@example.org`;
    return { ...nobody, source: 'email', author_realname: random.pick(words.names), author_email: address };
  }
  if (draw < 0.6) return { ...nobody, user_id: random.pick(people.authors) };
  return draw < 0.85 ? { ...nobody, author_realname: random.pick(words.names) } : nobody;
}
