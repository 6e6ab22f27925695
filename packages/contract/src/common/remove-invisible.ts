/**
 * Removes what nothing is drawn for, and what may reorder the text around it: zero-width spaces, soft hyphens, marks of direction. The joiners
 * that some scripts and emoji need stay.
 */
export const removeInvisible = (text: string): string =>
  text.replace(/[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '');
