/** The words of messages: they come with the threads, so that nobody who reports something downloads them. */
import words from '../../locales/messages/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/messages/*.json', '!../../locales/messages/en.json'], {
  import: 'default',
});
addWords(words, files);
