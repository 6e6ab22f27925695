/** What the server itself says to people, in mails and short messages, in the language of who reads it. */
export { type Words, wordsIn } from './words.ts';
