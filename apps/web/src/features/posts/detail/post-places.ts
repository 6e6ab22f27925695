/** The places in a post's answers. Pure. */

import type { Point, Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { findAnswers } from '@waypost/survey-logic/validate-answers';
import { isPoint, listPoints } from '../../../blocks/post-card/post-points.ts';

/** Whether a post has places, which need its survey to be put in order. */
export const hasPlace = (post: Pick<Post, 'values'>): boolean => listPoints(post).length > 0;

/** Whether an answer that visitors may see is a place or a shape. */
export const hasPublicPlace = ({ values }: Pick<Post, 'values'>, attributes: readonly Attribute[]): boolean =>
  !Array.isArray(values) &&
  attributes.some(
    ({ type, key, response_private }) =>
      fieldTypes[type].roundedBy === 'hide_location' &&
      !response_private &&
      findAnswers(values, key).length > 0,
  );

/** The places among the answers to a survey's location fields. */
export function findPlaces({ values }: Pick<Post, 'values'>, attributes: readonly Attribute[]): Point[] {
  if (Array.isArray(values)) return [];
  return attributes
    .filter((attribute) => fieldTypes[attribute.type].answerKind === 'point')
    .flatMap((attribute) => findAnswers(values, attribute.key).filter(isPoint));
}
