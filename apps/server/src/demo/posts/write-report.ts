/** Writes the text of a report. */
import type { City } from '../cities.ts';
import type { Random } from '../random.ts';
import type { GeneratedAnswers } from '../surveys/plan.ts';
import { interpolate, type LanguageTexts, type TopicPhrases } from '../texts/texts.ts';

/** The texts of a report in one language. */
export interface ReportTexts {
  texts: LanguageTexts;
  phrases: TopicPhrases;
  /** Index of the story in the phrases. */
  storyIndex: number;
}

const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Title and content that fit the answers. */
export function writeReport(reportTexts: ReportTexts, city: City, answers: GeneratedAnswers, random: Random) {
  const { texts, phrases, storyIndex } = reportTexts;
  const parts = {
    near: random.pick(texts.near),
    city: city.name,
    level: texts.levels[answers.level ?? 0] ?? texts.levels[0],
    n: String(answers.count ?? random.int(2, 40)),
  };
  const fillPhrase = (phrase: string) => capitalise(interpolate(phrase, parts));
  const [title, content] = phrases.stories[storyIndex] ?? ['', ''];
  const ask = random.chance(0.75) ? ` ${fillPhrase(random.pick(phrases.requests))}` : '';
  return { title: fillPhrase(title), content: `${fillPhrase(content)}${ask}` };
}
