/** Kinds of suggestions, which revisions name too. */
import { z } from 'zod';

/** What is suggested for a post, in the order in which it is listed. */
export const suggestionKinds = ['survey', 'category', 'place'] as const;
export const SuggestionKind = z.enum(suggestionKinds);
export type SuggestionKind = z.infer<typeof SuggestionKind>;
