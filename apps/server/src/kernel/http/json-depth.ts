/** Refuses JSON that is nested too deep: it could be stored, but not serialized in a response. */
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
