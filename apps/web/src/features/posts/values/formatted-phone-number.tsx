/** A phone number as it is written abroad. Loaded separately: the rules of all countries are large. */
import { formatPhoneNumber } from '@waypost/survey-logic/phone-numbers';

/** @param number in E.164 */
export const FormattedPhoneNumber = ({ number }: { number: string }) => formatPhoneNumber(number);
