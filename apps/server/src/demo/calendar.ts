/** Times of reports: hour by hour over two years, with the usual rate and the surges of each story. */
import type { Random } from './random.ts';
import type { Story, Surge } from './stories.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const spanHours = 2 * 365 * 24;

/** The time of a report. */
export interface ReportTime {
  at: Date;
  /** Index of its story. */
  story: number;
}

/** Relative activity by local hour: low at night, with a morning and an evening peak. */
const hourlyActivity = [
  0.15, 0.1, 0.08, 0.08, 0.12, 0.3, 0.65, 1, 1.25, 1.3, 1.2, 1.1, 1, 1, 1.05, 1.1, 1.2, 1.35, 1.4, 1.3, 1.1,
  0.8, 0.5, 0.25,
];
/** Relative activity by weekday, Sunday first. */
const weekdayActivity = [0.7, 1.1, 1.05, 1, 1.05, 1.1, 0.8];

/** The days on which a surge begins within the two years. */
function findSurgeStarts(surge: Surge, start: number, end: number): number[] {
  if ('daysAgo' in surge.when) {
    const surgeDate = new Date(end - surge.when.daysAgo * dayMs);
    const msSinceSunday = surge.days === 'one day' ? surgeDate.getUTCDay() * dayMs : 0;
    return [Math.floor((surgeDate.getTime() - msSinceSunday) / dayMs) * dayMs];
  }
  const { month, day: date } = surge.when;
  const years = [0, 1, 2].map((offset) => new Date(start).getUTCFullYear() + offset);
  return years
    .map((year) => Date.UTC(year, month - 1, date))
    .filter((at) => at > start - 30 * dayMs && at < end);
}

/** Rises from 0 to 1 within a day, then decays. */
function surgeIntensity(surge: Surge, since: number, localHour: number): number {
  const days = since / dayMs;
  if (surge.days === 'one day') {
    const voting = days >= -0.5 && days < 1.5 && localHour >= 6 && localHour < 20;
    return voting && days >= 0 && days < 1 ? surge.peak : 0;
  }
  if (days < 0 || days > surge.days * 2) return 0;
  return surge.peak * Math.min(1, days * 1.5) * Math.exp((-3 * days) / surge.days);
}

/** Relative number of reports of a story in each hour. */
function buildHourlyRates(story: Story, longitude: number, start: number, end: number): Float64Array {
  const surges = story.surges.flatMap((surge) =>
    findSurgeStarts(surge, start, end).map((at) => ({ surge, at })),
  );
  return Float64Array.from({ length: spanHours }, (_, index) => {
    const at = start + index * hourMs;
    const local = new Date(at + (longitude / 15) * hourMs);
    const localHour = local.getUTCHours();
    const growth = 0.5 + (0.5 * index) / spanHours;
    const extra = surges.reduce((sum, it) => sum + surgeIntensity(it.surge, at - it.at, localHour), 0);
    // During a surge people also report at night and on Sundays.
    const calm = (hourlyActivity[localHour] ?? 1) * (weekdayActivity[local.getUTCDay()] ?? 1);
    return story.rate * (growth * calm + extra * (0.35 + 0.65 * (hourlyActivity[localHour] ?? 1)));
  });
}

/**
 * Distributes `count` times over the two years before `now`, earliest first.
 * @param longitudes degrees; the approximate longitude of each story, for its local time
 */
export function* generateReportTimes(
  stories: readonly Story[],
  longitudes: readonly number[],
  count: number,
  now: Date,
  random: Random,
): Generator<ReportTime> {
  const start = now.getTime() - spanHours * hourMs;
  const rates = stories.map((story, index) =>
    buildHourlyRates(story, longitudes[index] ?? 0, start, now.getTime()),
  );
  const inHour = (index: number) => rates.reduce((sum, rate) => sum + (rate[index] ?? 0), 0);
  const totals = Float64Array.from({ length: spanHours }, (_, index) => inHour(index));
  const total = totals.reduce((sum, it) => sum + it, 0);
  let index = 0;
  let before = 0;
  for (let i = 0; i < count; i += 1) {
    // One sample from each of `count` equal slices: sorted without sorting.
    const target = ((i + random.next()) / count) * total;
    while (index < spanHours - 1 && before + (totals[index] ?? 0) <= target) {
      before += totals[index] ?? 0;
      index += 1;
    }
    const rateAtHour = totals[index] ?? 0;
    const part = rateAtHour > 0 ? Math.min(0.9999, Math.max(0, (target - before) / rateAtHour)) : 0;
    let left = random.next() * rateAtHour;
    const story = rates.findIndex((rate) => {
      left -= rate[index] ?? 0;
      return left < 0;
    });
    yield { at: new Date(start + (index + part) * hourMs), story: Math.max(0, story) };
  }
}
