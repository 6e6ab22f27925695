/**
 * The stories of the demo: a network of people along rivers reports floods, broken pumps, bad air and dark streets,
 * and observes the election of its basin councils. The places are real, the events are not.
 */
import type { Topic } from './texts/texts.ts';

/** A period with more reports than usual. */
export interface Surge {
  /** The same day each year (months from 1), or a number of days before now. */
  when: { month: number; day: number } | { daysAgo: number };
  /** The peak as a multiple of the usual rate. */
  peak: number;
  /** Days until it has decayed; a one-day surge begins at dawn and ends in the evening. */
  days: number | 'one day';
}

/** A story with its rate of reports. */
export interface Story {
  topic: Topic;
  countries: readonly string[];
  /** The usual rate relative to the other stories. */
  rate: number;
  surges: readonly Surge[];
}

const yearlySurge = (month: number, day: number, peak: number, days: number): Surge => ({
  when: { month, day },
  peak,
  days,
});
const floodStory = (countries: string, rate: number, ...surges: Surge[]): Story => ({
  topic: 'flood',
  countries: countries.split(' '),
  rate,
  surges,
});
const steadyStory = (topic: Topic, countries: string, rate: number, ...surges: Surge[]): Story => ({
  topic,
  countries: countries.split(' '),
  rate,
  surges,
});
/** On the Sunday about this many days ago. */
const electionSurge = (daysAgo: number): Surge => ({ when: { daysAgo }, peak: 24_000, days: 'one day' });

const allCountries =
  'KE TZ UG IN IN-en BD ID CO PE AR PY EC BO MX BR MZ FR SN ML NE CI BJ CD EG IQ MA TN JO UA GB US AU NG PH';

export const stories: readonly Story[] = [
  // Long rains in April, short rains in November, and a lake flood in the last week.
  floodStory('KE TZ UG', 0.12, yearlySurge(4, 24, 45, 14), yearlySurge(11, 12, 20, 9), {
    when: { daysAgo: 6 },
    peak: 70,
    days: 7,
  }),
  floodStory('IN IN-en BD', 0.16, yearlySurge(7, 18, 15, 20), yearlySurge(8, 12, 35, 18)),
  floodStory('ID PH', 0.12, yearlySurge(1, 14, 35, 10), yearlySurge(2, 20, 20, 8)),
  floodStory('BR AR PY', 0.1, yearlySurge(5, 3, 70, 16), yearlySurge(1, 20, 10, 9)),
  floodStory('CO PE EC BO MX', 0.1, yearlySurge(3, 10, 25, 12), yearlySurge(10, 8, 20, 12), {
    when: { daysAgo: 34 },
    peak: 45,
    days: 6,
  }),
  floodStory('SN ML NE CI BJ CD NG', 0.1, yearlySurge(9, 6, 45, 18)),
  floodStory('UA', 0.05, yearlySurge(3, 22, 30, 9), yearlySurge(6, 24, 45, 7)),
  floodStory('EG IQ MA TN', 0.04, yearlySurge(11, 26, 35, 5), yearlySurge(2, 16, 25, 4)),
  floodStory('GB FR', 0.05, yearlySurge(2, 9, 35, 8), yearlySurge(12, 5, 30, 6)),
  floodStory('US AU MZ', 0.05, yearlySurge(2, 27, 40, 8)),
  steadyStory('pump', 'KE TZ UG', 0.26),
  steadyStory('pump', 'IN EG', 0.16, yearlySurge(5, 20, 2, 30)),
  steadyStory('pump', 'SN ML NE CI BJ CD', 0.2, yearlySurge(4, 10, 2, 30)),
  steadyStory('air', 'IN IN-en BD', 0.14, yearlySurge(11, 8, 9, 25)),
  steadyStory('air', 'ID MX CO PE', 0.12, yearlySurge(9, 20, 4, 25)),
  steadyStory('air', 'UA EG IQ JO GB', 0.1, yearlySurge(1, 25, 4, 25)),
  steadyStory('notice', allCountries, 0.24),
  steadyStory('unsafe', 'CO PE MX AR BR IN FR SN GB US NG', 0.18),
  steadyStory('polls', 'KE TZ SN ML CI', 0.002, electionSurge(75)),
  steadyStory('polls', 'CO PE BR AR MZ', 0.002, electionSurge(400)),
];
