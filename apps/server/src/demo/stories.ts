/**
 * What happened in these two years: a network of people along rivers reports floods, keeps an eye on pumps, air and dark
 * streets, and watches over the election of its basin councils. The places are real, the events are not.
 */
import type { Topic } from './words/words.ts';

/** More reports than usual. */
export interface Surge {
  /** Each year on this day (months from 1), or once, so many days before now. */
  when: { month: number; day: number } | { daysAgo: number };
  /** How many times the story's usual rate, at its height. */
  peak: number;
  /** Days until little is left of it; a surge that keeps to its day begins at dawn and ends in the evening. */
  days: number | 'one day';
}

export interface Story {
  topic: Topic;
  countries: readonly string[];
  /** Share of all reports on a usual day, against the other stories. */
  rate: number;
  surges: readonly Surge[];
}

const yearly = (month: number, day: number, peak: number, days: number): Surge => ({
  when: { month, day },
  peak,
  days,
});
const flood = (countries: string, rate: number, ...surges: Surge[]): Story => ({
  topic: 'flood',
  countries: countries.split(' '),
  rate,
  surges,
});
const steady = (topic: Topic, countries: string, rate: number, ...surges: Surge[]): Story => ({
  topic,
  countries: countries.split(' '),
  rate,
  surges,
});
/** About so long ago; a Sunday is found from there. */
const electionDay = (daysAgo: number): Surge => ({ when: { daysAgo }, peak: 24_000, days: 'one day' });

const everywhere =
  'KE TZ UG IN IN-en BD ID CO PE AR PY EC BO MX BR MZ FR SN ML NE CI BJ CD EG IQ MA TN JO UA GB US AU NG PH';

export const stories: readonly Story[] = [
  // Long rains in April, short rains in November, and a lake that rose last week.
  flood('KE TZ UG', 0.12, yearly(4, 24, 45, 14), yearly(11, 12, 20, 9), {
    when: { daysAgo: 6 },
    peak: 70,
    days: 7,
  }),
  flood('IN IN-en BD', 0.16, yearly(7, 18, 15, 20), yearly(8, 12, 35, 18)),
  flood('ID PH', 0.12, yearly(1, 14, 35, 10), yearly(2, 20, 20, 8)),
  flood('BR AR PY', 0.1, yearly(5, 3, 70, 16), yearly(1, 20, 10, 9)),
  flood('CO PE EC BO MX', 0.1, yearly(3, 10, 25, 12), yearly(10, 8, 20, 12), {
    when: { daysAgo: 34 },
    peak: 45,
    days: 6,
  }),
  flood('SN ML NE CI BJ CD NG', 0.1, yearly(9, 6, 45, 18)),
  flood('UA', 0.05, yearly(3, 22, 30, 9), yearly(6, 24, 45, 7)),
  flood('EG IQ MA TN', 0.04, yearly(11, 26, 35, 5), yearly(2, 16, 25, 4)),
  flood('GB FR', 0.05, yearly(2, 9, 35, 8), yearly(12, 5, 30, 6)),
  flood('US AU MZ', 0.05, yearly(2, 27, 40, 8)),
  steady('pump', 'KE TZ UG', 0.26),
  steady('pump', 'IN EG', 0.16, yearly(5, 20, 2, 30)),
  steady('pump', 'SN ML NE CI BJ CD', 0.2, yearly(4, 10, 2, 30)),
  steady('air', 'IN IN-en BD', 0.14, yearly(11, 8, 9, 25)),
  steady('air', 'ID MX CO PE', 0.12, yearly(9, 20, 4, 25)),
  steady('air', 'UA EG IQ JO GB', 0.1, yearly(1, 25, 4, 25)),
  steady('notice', everywhere, 0.24),
  steady('unsafe', 'CO PE MX AR BR IN FR SN GB US NG', 0.18),
  steady('polls', 'KE TZ SN ML CI', 0.002, electionDay(75)),
  steady('polls', 'CO PE BR AR MZ', 0.002, electionDay(400)),
];
