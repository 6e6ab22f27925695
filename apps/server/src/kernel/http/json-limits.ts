/** Refuses JSON that is nested too deep, which could be stored, but not serialized in a response, or has too many members. */
import { limits } from '@waypost/contract/common/limits';
import { Problem } from './problem.ts';

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

/** @param value parsed JSON @returns Problem 400 for more levels of objects and lists than `limits.jsonDepth` */
export const findDepthProblem = (value: unknown): Problem | undefined =>
  isDeeper(value, limits.jsonDepth)
    ? new Problem('request.bad', { reason: `the JSON is nested deeper than ${limits.jsonDepth} levels` })
    : undefined;

const [quote, backslash, colon, openingBrace] = ['"', '\\', ':', '{'].map((sign) => sign.charCodeAt(0));

/** Whether an odd number of backslashes precedes. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === backslash) start--;
  return (at - start) % 2 === 1;
}

/** @param at of its first quote @returns index of its last one; the end of a text that is no JSON */
function findEndOfString(text: string, at: number): number {
  let end = at;
  do end = text.indexOf('"', end + 1);
  while (end !== -1 && isEscaped(text, end));
  return end === -1 ? text.length : end;
}

/**
 * Counts members of objects before the text is parsed: 180,000 of them took half a second, most of it in `JSON.parse`.
 * @returns Problem 400 for more objects and members than `limits.jsonMembers`
 */
export function findMembersProblem(text: string): Problem | undefined {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = findEndOfString(text, at);
    else if (sign === colon || sign === openingBrace) count++;
  }
  return count > limits.jsonMembers
    ? new Problem('request.bad', {
        reason: `the JSON has more than ${limits.jsonMembers} objects and members`,
      })
    : undefined;
}
