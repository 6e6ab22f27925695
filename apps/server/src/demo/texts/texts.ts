/** The texts of reports in one language, written for the demo. */

/** Topics of reports. Each has its survey. */
export const topics = ['flood', 'pump', 'polls', 'air', 'notice', 'unsafe'] as const;
/** A topic of reports. */
export type Topic = (typeof topics)[number];

/**
 * The phrases on a topic. Placeholders: `{near}` for a phrase with a place (so that no language has to inflect a
 * name), `{city}` for a city, `{level}` for the height of the water, `{n}` for a number.
 */
export interface TopicPhrases {
  /** Title and content of each story. Surveys refer to stories by index. */
  stories: readonly (readonly [title: string, content: string])[];
  /** Requests that conclude the text. */
  requests: readonly string[];
}

/** The texts in one language. */
export interface LanguageTexts {
  /** The locale of the posts. */
  locale: string;
  near: readonly string[];
  /** From ankles to roofs, one for each level of the flood survey. */
  levels: readonly [string, string, string, string, string];
  /** Names of people who report without an account. */
  names: readonly string[];
  /** Short messages without a survey. */
  notes: readonly string[];
  topics: Partial<Record<Topic, TopicPhrases>>;
}

/** Replaces the placeholders of a phrase. */
export const interpolate = (phrase: string, parts: Readonly<Record<string, string>>): string =>
  phrase.replace(/\{(\w+)\}/g, (placeholder, name: string) => parts[name] ?? placeholder);
