/** Puts a report into words. */
import type { City } from '../cities.ts';
import type { Random } from '../random.ts';
import type { GeneratedAnswers } from '../surveys/plan.ts';
import { interpolate, type LanguageTexts, type TopicPhrases } from '../texts/texts.ts';

/** What is told, and in which language. */
export interface ReportTexts {
  texts: LanguageTexts;
  phrases: TopicPhrases;
  /** Index of the tale. */
  storyIndex: number;
}

const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Title and text, fitting the answers. */
export function writeReport(reportTexts: ReportTexts, city: City, answers: GeneratedAnswers, random: Random) {
  const { texts: words, phrases, storyIndex: tale } = reportTexts;
  const parts = {
    near: random.pick(words.near),
    city: city.name,
    level: words.levels[answers.level ?? 0] ?? words.levels[0],
    n: String(answers.count ?? random.int(2, 40)),
  };
  const fillPhrase = (phrase: string) => capitalise(interpolate(phrase, parts));
  const [title, content] = phrases.stories[tale] ?? ['', ''];
  const ask = random.chance(0.75) ? ` ${fillPhrase(random.pick(phrases.requests))}` : '';
  return { title: fillPhrase(title), content: `${fillPhrase(content)}${ask}` };
}
