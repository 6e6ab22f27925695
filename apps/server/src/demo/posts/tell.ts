/** Puts a report into words. */
import type { City } from '../cities.ts';
import type { Random } from '../random.ts';
import type { Answers } from '../surveys/plan.ts';
import { fill, type Phrases, type Words } from '../words/words.ts';

/** What is told, and in which language. */
export interface Told {
  words: Words;
  phrases: Phrases;
  /** Index of the tale. */
  tale: number;
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Title and text, fitting the answers. */
export function tell(told: Told, city: City, answers: Answers, random: Random) {
  const { words, phrases, tale } = told;
  const parts = {
    near: random.pick(words.near),
    city: city.name,
    level: words.levels[answers.level ?? 0] ?? words.levels[0],
    n: String(answers.n ?? random.int(2, 40)),
  };
  const say = (phrase: string) => capital(fill(phrase, parts));
  const [title, content] = phrases.tales[tale] ?? ['', ''];
  const ask = random.chance(0.75) ? ` ${say(random.pick(phrases.asks))}` : '';
  return { title: say(title), content: `${say(content)}${ask}` };
}
