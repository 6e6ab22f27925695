/** How a survey of the demonstration is written down: what it asks, and how people answer it. */

import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { AttributeInputKind, AttributeType } from '@waypost/contract/surveys/attributes';
import type { Point } from '../cities.ts';
import type { Scene } from '../pictures/scenes.ts';
import type { Random } from '../random.ts';
import type { Spread } from '../report-locations.ts';
import type { Topic } from '../texts/texts.ts';

export interface FieldPlan {
  /** The attribute's key is the survey's topic and this: `flood-level`. */
  name: string;
  label: string;
  input: AttributeInputKind;
  type: AttributeType;
  instructions?: string;
  required?: boolean;
  options?: readonly string[];
  /** Slugs of the categories offered. */
  categories?: readonly string[];
  /** 0 means any number of answers. */
  cardinality?: number;
  /** Topics whose posts a relation may name. */
  related?: readonly Topic[];
  hasCaption?: boolean;
  isPrivate?: boolean;
}

export interface TaskPlan {
  label: string;
  description?: string;
  required?: boolean;
  /** Neither in the report nor shown to the public. */
  isInternal?: boolean;
  fields: readonly FieldPlan[];
}

/** What is known of a report before its survey is answered. */
export interface AnswerContext {
  random: Random;
  /** Which of the topic's tales is told. */
  storyIndex: number;
  /** When it was seen. */
  date: Date;
  place: Point;
  status: PostStatus;
  /** Id of a picture, for those who sent one. */
  pickPicture: (scene: Scene) => string | undefined;
  /** Id of an earlier post of this survey in the same city. */
  earlierPostId: string | undefined;
}

export interface GeneratedAnswers {
  /** By field name; an empty list is no answer. */
  values: Readonly<Record<string, readonly unknown[]>>;
  /** Slugs. */
  categories: readonly string[];
  /** Indexes of the further tasks that are done, from 1. */
  completedTasks: readonly number[];
  /** For the text: how high the water stands, from 0, and a number that belongs there. */
  level?: number;
  count?: number;
}

export interface SurveyPlan {
  topic: Topic;
  name: string;
  description: string;
  color: string;
  requireApproval: boolean;
  hiddenFacts?: readonly ('author' | 'time' | 'location')[];
  /** Roles that may answer; absent means everyone. */
  roles?: readonly string[];
  /** The report itself comes first. */
  tasks: readonly [TaskPlan, ...TaskPlan[]];
  /** How its reports lie around a city; one is picked each time. */
  spreads: readonly Spread[];
  generateAnswers: (situation: AnswerContext) => GeneratedAnswers;
}

/** An answer given with this probability. */
export const withProbability = (random: Random, probability: number, answer: () => unknown): unknown[] =>
  random.chance(probability) ? [answer()] : [];

/** Some of the options, in their order; possibly none. */
export const pickSome = (random: Random, options: readonly string[], probability: number): string[] =>
  options.filter(() => random.chance(probability));

/** As API v3 has dates: UTC, to the second. */
export const formatDateTime = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

/** A day without a time. */
export const formatDay = (at: Date): string => `${at.toISOString().slice(0, 10)} 00:00:00`;

export const addHours = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000);

/** As API v3 has decimals. */
export const formatDecimal = (value: number): string => value.toFixed(4);

export const createTitleField = (instructions: string): FieldPlan => ({
  name: 'title',
  label: 'Title',
  input: 'text',
  type: 'title',
  required: true,
  instructions,
});

export const createDescriptionField = (label: string): FieldPlan => ({
  name: 'description',
  label,
  input: 'textarea',
  type: 'description',
  required: true,
});

export const placeField: FieldPlan = {
  name: 'place',
  label: 'Where is it?',
  input: 'location',
  type: 'point',
  required: true,
};

export const photoField: FieldPlan = {
  name: 'photo',
  label: 'Photo',
  input: 'upload',
  type: 'media',
  hasCaption: true,
};

export const createCategoriesField = (...categories: string[]): FieldPlan => ({
  name: 'categories',
  label: 'Categories',
  input: 'tags',
  type: 'tags',
  cardinality: 0,
  categories,
});
