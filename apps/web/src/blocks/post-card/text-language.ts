import type { Post } from '@waypost/contract/posts/posts';
import { toLanguageTag } from '../../ui/i18n/i18n.ts';

/**
 * The language of the text of a post for `lang`, so that browsers and screen readers take it for what it is. Empty where nobody named
 * one, as for messages: then it is unknown, rather than that of the screen.
 */
export const getTextLanguage = ({ locale, source }: Pick<Post, 'locale' | 'source'>): string =>
  source === null ? toLanguageTag(locale) : '';
