/** Translations of a post (API v3 §2.1, "Revisions and translations"). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Id, Relation } from '../common/scalars.ts';
import { LocaleIn, Post, PostInput } from './posts.ts';

/**
 * The post with title, text and answers of the translation. Everything else is the post's: what is not translated,
 * what is not text (places, pictures, categories, numbers, dates, choices), and the rights. A translation can be read
 * if its post can.
 */
export const Translation = Post.omit({ parent_id: true, revision: true, verification: true }).extend({
  type: z.literal('translation'),
  parent: Relation,
});
export type Translation = z.infer<typeof Translation>;

/**
 * Clients send whole posts back: fields that a translation does not have are ignored, as is text that equals the
 * post's.
 */
export const TranslationChange = PostInput.pick({
  title: true,
  content: true,
  slug: true,
  locale: true,
  values: true,
}).extend({ type: z.enum(['', 'report', 'revision', 'translation']).nullable().optional() });
export type TranslationChange = z.output<typeof TranslationChange>;

/** A new translation. Its language differs from that of the post and of its other translations. */
export const TranslationInput = TranslationChange.extend({
  locale: z.string().trim().min(1).pipe(LocaleIn),
});
export type TranslationInput = z.output<typeof TranslationInput>;

const postParams = z.object({ id: Id });
/** An id or a language: `17` or `sw`. Ids are searched first. */
const translationParams = z.object({
  id: Id,
  translationId: z.union([Id, z.string().trim().min(1).pipe(LocaleIn)]),
});

export const listTranslations = defineEndpoint({
  name: 'listTranslations',
  method: 'GET',
  path: '/posts/{id}/translations',
  summary: 'Translations of a post',
  scope: 'posts',
  params: postParams,
  query: listQuery(['id', 'locale', 'created', 'updated']),
  response: listResponse(Translation),
  deviceCache: 'reports',
});

export const readTranslation = defineEndpoint({
  name: 'readTranslation',
  method: 'GET',
  path: '/posts/{id}/translations/{translationId}',
  summary: 'One translation, by its id or its language',
  scope: 'posts',
  params: translationParams,
  response: Translation,
  deviceCache: 'reports',
});

export const createTranslation = defineEndpoint({
  name: 'createTranslation',
  method: 'POST',
  path: '/posts/{id}/translations',
  summary: 'Translate a post; for those who may change it',
  scope: 'posts',
  params: postParams,
  body: TranslationInput,
  response: Translation,
});

export const updateTranslation = defineEndpoint({
  name: 'updateTranslation',
  method: 'PUT',
  path: '/posts/{id}/translations/{translationId}',
  summary: 'Change a translation; keys that are absent stay as they are',
  scope: 'posts',
  params: translationParams,
  body: TranslationChange,
  response: Translation,
});

export const deleteTranslation = defineEndpoint({
  name: 'deleteTranslation',
  method: 'DELETE',
  path: '/posts/{id}/translations/{translationId}',
  summary: 'Delete a translation; for those who may delete the post',
  scope: 'posts',
  params: translationParams,
  response: Translation,
});
