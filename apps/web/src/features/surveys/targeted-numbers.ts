/** Whom a survey goes to, while numbers are typed and corrected. Pure. */
import type { CheckedNumbers } from '@waypost/contract/targeted-surveys';

export interface Audience {
  /** Two letters; empty while none is chosen. */
  country: string;
  /** What is in the box: everything at first, then the numbers to correct. */
  text: string;
  /** Found right so far, in E.164. */
  good: readonly string[];
  /** How many in the box were found wrong; 0 while it was not looked at. */
  bad: number;
  duplicates: number;
  stopped: readonly string[];
  elsewhere: number;
  /** By what questions go out; null when there is nothing. */
  source: string | null;
}

export const noAudience: Audience = {
  country: '',
  text: '',
  good: [],
  bad: 0,
  duplicates: 0,
  stopped: [],
  elsewhere: 0,
  source: null,
};

/** Numbers that are written to: those who asked to hear nothing are not. */
export const recipientsOf = ({ good, stopped }: Audience): string[] => {
  const silent = new Set(stopped);
  return good.filter((it) => !silent.has(it));
};

/** With what the server made of all numbers at hand; the box holds only what is to be corrected. */
export const afterCheck = (audience: Audience, checked: CheckedNumbers, earlier: number): Audience => ({
  ...audience,
  text: checked.invalid.join(', '),
  good: checked.numbers,
  bad: checked.invalid.length,
  duplicates: earlier + checked.duplicates,
  stopped: checked.stopped,
  elsewhere: checked.elsewhere,
  source: checked.data_source,
});
