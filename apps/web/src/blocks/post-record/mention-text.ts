/** Mentions in the text of a note: `@` and the name of a member. Pure. */

/** A member who can be mentioned. */
export interface NamedMember {
  id: number;
  name: string;
}

/** The mention that is being typed before the cursor. */
export interface TypedMention {
  /** Index of the `@`. */
  start: number;
  /** What follows it. */
  text: string;
}

const maxWords = 4;

/** The mention before the cursor; null if there is none. Names have several words, so that the text may contain spaces. */
export function findTypedMention(text: string, cursor: number): TypedMention | null {
  const before = text.slice(0, cursor);
  const start = before.lastIndexOf('@');
  if (start < 0 || /[\p{L}\p{N}]/u.test(before.charAt(start - 1))) return null;
  const typed = before.slice(start + 1);
  return typed.includes('\n') || typed.split(' ').length > maxWords ? null : { start, text: typed };
}

/** The text with the name of a member in place of what was typed, and the place of the cursor after it. */
export function insertMention(
  text: string,
  cursor: number,
  { start }: TypedMention,
  name: string,
): { text: string; cursor: number } {
  const inserted = `@${name} `;
  return {
    text: text.slice(0, start) + inserted + text.slice(cursor).replace(/^ /, ''),
    cursor: start + inserted.length,
  };
}

/** A part of a note; `isMention`: the name of a mentioned member. */
export interface NotePart {
  text: string;
  isMention: boolean;
}

/** Splits a note at the names of the mentioned members. */
export function splitMentions(text: string, names: readonly string[]): NotePart[] {
  const escaped = names
    .filter((name) => name !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (escaped.length === 0) return [{ text, isMention: false }];
  const parts = text.split(new RegExp(`(@(?:${escaped.join('|')})(?![\\p{L}\\p{N}]))`, 'u'));
  return parts
    .map((part, index) => ({ text: part, isMention: index % 2 === 1 }))
    .filter((it) => it.text !== '');
}

/** Members whose names the text contains as mentions. */
export function findMentioned(text: string, members: readonly NamedMember[]): NamedMember[] {
  const parts = splitMentions(
    text,
    members.map(({ name }) => name),
  );
  const mentioned = new Set(parts.filter((it) => it.isMention).map((it) => it.text));
  return members.filter(({ name }) => mentioned.has(`@${name}`));
}
