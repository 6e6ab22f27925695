/** State of the recipients while numbers are entered and corrected. Pure. */
import type { PhoneNumberCheck } from '@waypost/contract/targeted-surveys/targeted-surveys';

/** The recipients as entered and checked so far. */
export interface RecipientInput {
  /** Two-letter country code; empty while none is selected. */
  country: string;
  /** Content of the text field: all numbers at first, then only invalid ones. */
  text: string;
  /** Valid numbers so far, in E.164 format. */
  validNumbers: readonly string[];
  /** Number of invalid numbers in the text field; 0 before the check. */
  invalidCount: number;
  duplicateCount: number;
  optedOutNumbers: readonly string[];
  inOtherSurveyCount: number;
  /** Data source that sends the questions; null when there is none. */
  source: string | null;
  /** All data sources that can send them. */
  sources: readonly string[];
}

/** The initial state without recipients. */
export const emptyRecipientInput: RecipientInput = {
  country: '',
  text: '',
  validNumbers: [],
  invalidCount: 0,
  duplicateCount: 0,
  optedOutNumbers: [],
  inOtherSurveyCount: 0,
  source: null,
  sources: [],
};

/** The numbers that get messages, without those who opted out. */
export const getRecipientNumbers = ({ validNumbers, optedOutNumbers }: RecipientInput): string[] => {
  const optedOut = new Set(optedOutNumbers);
  return validNumbers.filter((number) => !optedOut.has(number));
};

/** Applies the server's check of all numbers; only invalid numbers stay in the text field. */
export const applyNumberCheck = (
  recipientInput: RecipientInput,
  checked: PhoneNumberCheck,
  previousCount: number,
): RecipientInput => ({
  ...recipientInput,
  text: checked.invalid.join(', '),
  validNumbers: checked.numbers,
  invalidCount: checked.invalid.length,
  duplicateCount: previousCount + checked.duplicates,
  optedOutNumbers: checked.stopped,
  inOtherSurveyCount: checked.elsewhere,
  // A choice stays after another check of the numbers.
  source:
    recipientInput.source !== null && checked.data_sources?.includes(recipientInput.source)
      ? recipientInput.source
      : checked.data_source,
  sources: checked.data_sources ?? (checked.data_source === null ? [] : [checked.data_source]),
});
