/** Public interface of the domain `contacts`. */
export { completePhoneNumber, readPhoneCountry } from './complete-phone-numbers.ts';
export { toCodeError, viewSentCode } from './confirm-contact.ts';
export { ConfirmationCodes } from './confirmation-codes.ts';
export { markLoginEmailConfirmed, readRecipientLanguage } from './contact-confirmation.sql.ts';
export {
  type ContactRow,
  disableNotifications,
  findContact,
  findContactsByNumber,
  findContactsByUserIds,
  findOptedOutNumbers,
  findOrCreateContact,
  findOrCreateContactsByNumbers,
  findTrustedContacts,
  isDialable,
  isSenderName,
  isUnconfirmedClaim,
  lockPhoneNumber,
  setContactsOptedOut,
} from './contacts.sql.ts';
export { viewContactOfUser } from './contacts.view.ts';
export { toInternationalNumber } from './phone-country.rules.ts';
