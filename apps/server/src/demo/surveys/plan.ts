/** The plan of a demo survey: its tasks and attributes, and how answers are generated. */

import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { AttributeInputKind, AttributeType } from '@waypost/contract/surveys/attributes';
import type { Point } from '../cities.ts';
import type { Scene } from '../pictures/scenes.ts';
import type { Random } from '../random.ts';
import type { Spread } from '../report-locations.ts';
import type { Topic } from '../texts/texts.ts';

/** An attribute of a plan. */
export interface FieldPlan {
  /** Part of the attribute's key after the topic: `flood-level`. */
  name: string;
  label: string;
  input: AttributeInputKind;
  type: AttributeType;
  instructions?: string;
  required?: boolean;
  options?: readonly string[];
  /** Slugs of the offered categories. */
  categories?: readonly string[];
  /** 0 for any number of answers. */
  cardinality?: number;
  /** Topics of the posts that a relation may refer to. */
  related?: readonly Topic[];
  hasCaption?: boolean;
  isPrivate?: boolean;
}

/** A task of a plan. */
export interface TaskPlan {
  label: string;
  description?: string;
  required?: boolean;
  /** Internal, and not shown to the public. */
  isInternal?: boolean;
  fields: readonly FieldPlan[];
}

/** What answers are generated from. */
export interface AnswerContext {
  random: Random;
  /** Index of the story within the topic. */
  storyIndex: number;
  /** When it was observed. */
  date: Date;
  place: Point;
  status: PostStatus;
  /** Returns a picture id for reports with a picture. */
  pickPicture: (scene: Scene) => string | undefined;
  /** Id of an earlier post of the same survey in the same city. */
  earlierPostId: string | undefined;
}

/** The answers of a report. */
export interface GeneratedAnswers {
  /** By field name; an empty list means no answer. */
  values: Readonly<Record<string, readonly unknown[]>>;
  /** Slugs of categories. */
  categories: readonly string[];
  /** Indexes of completed tasks, from 1. */
  completedTasks: readonly number[];
  /** For the text: the water level from 0, and a number. */
  level?: number;
  count?: number;
}

/** The plan of a survey. */
export interface SurveyPlan {
  topic: Topic;
  name: string;
  description: string;
  color: string;
  requireApproval: boolean;
  hiddenFacts?: readonly ('author' | 'time' | 'location')[];
  /** Roles that may answer; absent for everyone. */
  roles?: readonly string[];
  /** The first task is the report itself. */
  tasks: readonly [TaskPlan, ...TaskPlan[]];
  /** How reports are distributed around a city; one is picked for each. */
  spreads: readonly Spread[];
  generateAnswers: (situation: AnswerContext) => GeneratedAnswers;
}

/** Answers with a probability, otherwise not. */
export const withProbability = (random: Random, probability: number, answer: () => unknown): unknown[] =>
  random.chance(probability) ? [answer()] : [];

/** A random selection of the options, in their order; possibly empty. */
export const pickSome = (random: Random, options: readonly string[], probability: number): string[] =>
  options.filter(() => random.chance(probability));

/** A date in the format of stored answers: UTC, to the second. */
export const formatDateTime = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

/** A date without a time. */
export const formatDay = (at: Date): string => `${at.toISOString().slice(0, 10)} 00:00:00`;

/** Adds hours to a date. */
export const addHours = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000);

/** A decimal in the format of API v3. */
export const formatDecimal = (value: number): string => value.toFixed(4);

/** The title of a report. */
export const createTitleField = (instructions: string): FieldPlan => ({
  name: 'title',
  label: 'Title',
  input: 'text',
  type: 'title',
  required: true,
  instructions,
});

/** The description of a report. */
export const createDescriptionField = (label: string): FieldPlan => ({
  name: 'description',
  label,
  input: 'textarea',
  type: 'description',
  required: true,
});

/** The place of a report. */
export const placeField: FieldPlan = {
  name: 'place',
  label: 'Where is it?',
  input: 'location',
  type: 'point',
  required: true,
};

/** The photo of a report. */
export const photoField: FieldPlan = {
  name: 'photo',
  label: 'Photo',
  input: 'upload',
  type: 'media',
  hasCaption: true,
};

/** The categories of a report. */
export const createCategoriesField = (...categories: string[]): FieldPlan => ({
  name: 'categories',
  label: 'Categories',
  input: 'tags',
  type: 'tags',
  cardinality: 0,
  categories,
});
