/** Texts that the server sends to people in mails and text messages, in the recipient's language. */
export { type Translator, translatorFor } from './translator.ts';
