/** The points among the answers to a post. Pure. */
import type { Point, Post } from '@waypost/contract/posts/posts';

/** Whether an answer is a place. */
export const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' && value !== null && 'lat' in value;

/** All places of a post, in the order of its fields. */
export const listPoints = ({ values }: Pick<Post, 'values'>): Point[] =>
  Object.values(values).flatMap((answers: readonly unknown[]) => answers.filter(isPoint));
