/** Time zones by their IANA names, or as an offset from UTC such as `+03:00`. */

const offsetPattern = /^([+-])(\d\d):(\d\d)$/;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** By zone: creating one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** Names differ in case too, so that there are more than zones. */
const maxZones = 50;

/** @throws RangeError for an unknown zone */
function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formats.size >= maxZones) formats.clear();
  formats.set(timezone, format);
  return format;
}

/**
 * The time that clocks of a zone show, as if it were UTC: for 05:30 UTC in `Africa/Nairobi`, a date whose UTC hours are 08:30.
 * @param timezone an IANA name, or an offset such as `+03:00`
 */
export function toLocalTime(instant: Date, timezone: string): Date {
  const [, sign, hours, minutes] = offsetPattern.exec(timezone) ?? [];
  if (sign !== undefined) {
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
    return new Date(instant.getTime() + offset * minuteMs);
  }
  const seconds = new Date(Math.floor(instant.getTime() / 1000) * 1000);
  const parts = formatOf(timezone).formatToParts(seconds);
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const local = new Date(0);
  const isBeforeChrist = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'));
  local.setUTCFullYear(isBeforeChrist ? 1 - read('year') : read('year'), read('month') - 1, read('day'));
  local.setUTCHours(read('hour'), read('minute'), read('second'));
  return new Date(local.getTime() + instant.getTime() - seconds.getTime());
}

/** Milliseconds that clocks of a zone are ahead of UTC. */
const offsetAt = (time: number, timezone: string): number =>
  toLocalTime(new Date(time), timezone).getTime() - time;

/** Offsets by zone and day: the dates of a file are of few days, and finding an offset takes longer than all else. */
const offsetsOfZones = new Map<string, Map<number, number>>();
/** Of each zone. */
const maxOffsets = 5000;

function offsetOfDay(day: number, timezone: string): number {
  let offsets = offsetsOfZones.get(timezone);
  if (!offsets) {
    if (offsetsOfZones.size >= maxZones) offsetsOfZones.clear();
    offsets = new Map();
    offsetsOfZones.set(timezone, offsets);
  }
  const known = offsets.get(day);
  if (known !== undefined) return known;
  const offset = offsetAt(day * dayMs, timezone);
  if (offsets.size >= maxOffsets) offsets.clear();
  offsets.set(day, offset);
  return offset;
}

/**
 * The moment at which clocks of a zone show a time. Of an hour that comes twice when the clocks are put back, it is the first; an hour that
 * they leave out is read with the offset before.
 * @param local the time that clocks show, as if it were UTC
 * @param timezone an IANA name, or an offset such as `+03:00`
 */
export function toInstant(local: Date, timezone: string): Date {
  const time = local.getTime();
  const day = Math.floor(time / dayMs);
  // Zones change their offset far less than once in three days.
  const [before, after] = [offsetOfDay(day - 1, timezone), offsetOfDay(day + 2, timezone)];
  const isRight = (offset: number) => offsetAt(time - offset, timezone) === offset;
  const offset = before === after || isRight(before) || !isRight(after) ? before : after;
  return new Date(time - offset);
}
