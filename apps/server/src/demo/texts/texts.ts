/** What reports say, in one language. Written for the demonstration; nobody said it. */

/** What a report is about: each has its survey. */
export const topics = ['flood', 'pump', 'polls', 'air', 'notice', 'unsafe'] as const;
export type Topic = (typeof topics)[number];

/**
 * `{near}` stands for a whole phrase that says where (so that no language has to bend a name), `{city}` for a name on its
 * own, `{level}` for how high the water stands, `{n}` for a number.
 */
export interface TopicPhrases {
  /** A title, and what happened. The surveys know which is which by its place. */
  stories: readonly (readonly [title: string, content: string])[];
  /** What follows from it. */
  requests: readonly string[];
}

export interface LanguageTexts {
  /** As posts carry it. */
  locale: string;
  near: readonly string[];
  /** From ankles to roofs, as many as the flood survey has levels. */
  levels: readonly [string, string, string, string, string];
  /** Names of people who report without an account. */
  names: readonly string[];
  /** Short messages that fit no survey yet. */
  notes: readonly string[];
  topics: Partial<Record<Topic, TopicPhrases>>;
}

/** Puts words where the placeholders stand. */
export const interpolate = (phrase: string, parts: Readonly<Record<string, string>>): string =>
  phrase.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);
