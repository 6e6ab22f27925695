/** Whom a survey goes to, while numbers are typed and corrected. Pure. */
import type { PhoneNumberCheck } from '@waypost/contract/targeted-surveys/targeted-surveys';

export interface RecipientInput {
  /** Two letters; empty while none is chosen. */
  country: string;
  /** What is in the box: everything at first, then the numbers to correct. */
  text: string;
  /** Found right so far, in E.164. */
  validNumbers: readonly string[];
  /** How many in the box were found wrong; 0 while it was not looked at. */
  invalidCount: number;
  duplicateCount: number;
  optedOutNumbers: readonly string[];
  inOtherSurveyCount: number;
  /** By what questions go out; null when there is nothing. */
  source: string | null;
}

export const emptyRecipientInput: RecipientInput = {
  country: '',
  text: '',
  validNumbers: [],
  invalidCount: 0,
  duplicateCount: 0,
  optedOutNumbers: [],
  inOtherSurveyCount: 0,
  source: null,
};

/** Numbers that are written to: those who asked to hear nothing are not. */
export const getRecipientNumbers = ({
  validNumbers: good,
  optedOutNumbers: stopped,
}: RecipientInput): string[] => {
  const silent = new Set(stopped);
  return good.filter((it) => !silent.has(it));
};

/** With what the server made of all numbers at hand; the box holds only what is to be corrected. */
export const applyNumberCheck = (
  recipientInput: RecipientInput,
  checked: PhoneNumberCheck,
  earlier: number,
): RecipientInput => ({
  ...recipientInput,
  text: checked.invalid.join(', '),
  validNumbers: checked.numbers,
  invalidCount: checked.invalid.length,
  duplicateCount: earlier + checked.duplicates,
  optedOutNumbers: checked.stopped,
  inOtherSurveyCount: checked.elsewhere,
  source: checked.data_source,
});
