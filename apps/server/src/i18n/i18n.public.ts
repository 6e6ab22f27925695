/** What the server itself says to people, in mails and short messages, in the language of who reads it. */
export { type Translator as Words, translatorFor as wordsIn } from './translator.ts';
