/**
 * Suggestions for a post under review: a survey, categories and places, learned from this deployment's own decisions. An extension of
 * API v3, for the team alone. Nothing is applied unless somebody accepts it.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate, Id, Relation } from '../common/scalars.ts';
import { Point, Post } from '../posts/posts.ts';
import { SuggestionKind } from '../posts/suggestion-kinds.ts';

const needs = ['Manage Posts'] as const;

/** How a place is mentioned: the source sent it, after `#loc`, as coordinates, or by its name. */
export const placeReasons = ['sent', 'tag', 'coordinates', 'name'] as const;

/** A suggestion. */
export const Suggestion = z.object({
  /** Names it when it is accepted. The same for the same suggestion on the same post. */
  id: z.string(),
  kind: SuggestionKind,
  /** Name of the survey, category or place; null for coordinates. */
  name: z.string().nullable(),
  /** Share of such suggestions that are right, from 0 to 1; null where it is not measured, as for places. */
  certainty: z.number().min(0).max(1).nullable(),
  /** The survey; null for other kinds. */
  form: Relation.nullable(),
  /** Key of the attribute that gets the answer; null for a survey. */
  key: z.string().nullable(),
  /** The category; null for other kinds. */
  tag: Relation.nullable(),
  /** The place; null for other kinds. */
  location: Point.nullable(),
  country: z.string().nullable(),
  /** How the place is mentioned; null for other kinds. */
  why: z.enum(placeReasons).nullable(),
});
export type Suggestion = z.infer<typeof Suggestion>;

const params = z.object({ id: Id });

export const listSuggestions = defineEndpoint({
  name: 'listSuggestions',
  method: 'GET',
  path: '/posts/{id}/suggestions',
  summary: 'A survey, categories and places that a post may have, the most certain first of each kind',
  scope: 'posts',
  token: 'required',
  needs,
  params,
  response: z.object({ count: z.number().int(), results: z.array(Suggestion) }),
});

export const acceptSuggestion = defineEndpoint({
  name: 'acceptSuggestion',
  method: 'POST',
  path: '/posts/{id}/suggestions',
  summary: 'Accept a suggestion: the post is saved with it, as a revision that names it',
  scope: 'posts',
  needs,
  params,
  body: z.object({
    /** Id of the suggestion. */
    suggestion: z.string().max(300),
    /** `revision` of the post that the caller has seen. */
    based_on: Id,
  }),
  response: Post.nullable(),
});

export const undoSuggestion = defineEndpoint({
  name: 'undoSuggestion',
  method: 'POST',
  path: '/posts/{id}/suggestions/undo',
  summary:
    'Undo the suggestion that a post has accepted last, or the choice of its survey: the post is exactly as it was before',
  scope: 'posts',
  needs,
  params,
  body: z.object({ based_on: Id }),
  response: Post.nullable(),
});

/** Kinds of suggestions that are learned. */
export const learnedKinds = ['survey', 'category'] as const;
export const LearnedKind = z.enum(learnedKinds);
export type LearnedKind = z.infer<typeof LearnedKind>;

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

/** How well a kind of suggestion works, tested with reports that were not learned from. */
export const SuggestionTest = z.object({
  kind: LearnedKind,
  /** Surveys or categories that it can suggest. */
  choices: count,
  /** Reports that it was tested with. */
  tested: count,
  /** Shares of them in which the first choice, or one of the first three, was right; null if there were none. */
  top_1: share.nullable(),
  top_3: share.nullable(),
  /** Share of them that get a suggestion, and share of the first suggestions that were right. */
  suggested: share.nullable(),
  correct: share.nullable(),
});
export type SuggestionTest = z.infer<typeof SuggestionTest>;

/** The state of learning. */
export const SuggestionModel = z.object({
  /** Whether it is learning or about to. */
  is_training: z.boolean(),
  /** When it learned last; null if it has not learned yet. */
  trained: ApiDate.nullable(),
  /** Reports that it learned from. */
  posts: count,
  /** Duration of the last training. */
  seconds: z.number().nonnegative().nullable(),
  /** Most memory that the training process used, in millions of bytes. */
  memory_mb: count.nullable(),
  tests: z.array(SuggestionTest),
});
export type SuggestionModel = z.infer<typeof SuggestionModel>;

export const readSuggestionModel = defineEndpoint({
  name: 'readSuggestionModel',
  method: 'GET',
  path: '/review/suggestion-model',
  summary: 'What suggestions were learned from, and how often they are right',
  scope: 'config',
  token: 'required',
  needs: ['Manage Settings'],
  response: SuggestionModel,
});

export const trainSuggestionModel = defineEndpoint({
  name: 'trainSuggestionModel',
  method: 'POST',
  path: '/review/suggestion-model',
  summary: 'Learn suggestions again now, in the background',
  scope: 'config',
  needs: ['Manage Settings'],
  response: SuggestionModel,
});
