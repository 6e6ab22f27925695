/** Templates: ready-made ones, the set-up of this deployment as one, and applying one. An extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { Id, IdOut, queryList } from '../common/scalars.ts';
import { limitFieldSizes } from '../common/size-limits.ts';
import { Template } from './template-format.ts';
import { templateLimits } from './template-limits.ts';

/** A ready-made template in the list, with texts in one language. */
export const TemplateSummary = z.object({
  /** Its key, in URLs. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  color: z.string().nullable(),
  /** Numbers of its parts; categories with their children. */
  forms: z.number().int(),
  tags: z.number().int(),
  roles: z.number().int(),
  savedsearches: z.number().int(),
});
export type TemplateSummary = z.infer<typeof TemplateSummary>;

/**
 * `merge` adds what is missing and leaves alone what exists. `replace` also changes what differs, and deletes what the
 * template does not contain, unless reports or people use it.
 */
export const templateModes = ['merge', 'replace'] as const;
/** How a template is applied. */
export const TemplateMode = z.enum(templateModes);
export type TemplateMode = z.infer<typeof TemplateMode>;

export const templateParts = ['roles', 'tags', 'forms', 'savedsearches'] as const;
/** A part of a template, by its name in API v3. */
export const TemplatePart = z.enum(templateParts);
export type TemplatePart = z.infer<typeof TemplatePart>;

/** `keep`: it would be deleted or changed, and cannot be. `skip`: it would be created, and cannot be. */
export const templateActions = ['create', 'update', 'delete', 'same', 'keep', 'skip'] as const;

/** Why something is kept or skipped: the caller lacks the right, the feature is off, it is in use, another survey has its fields,
 * or it was changed since the template was applied. */
export const templateReasons = [
  'rights',
  'feature',
  'posts',
  'people',
  'children',
  'fields',
  'changed',
  'inUse',
] as const;

const count = z.number().int().min(0);

/** What applying a template does, or did, to one role, category, survey or saved search. */
export const TemplateChange = z.object({
  part: TemplatePart,
  name: z.string(),
  action: z.enum(templateActions),
  reason: z.enum(templateReasons).nullable(),
  /** Numbers of attributes of a survey. */
  attributes: z.object({ created: count, updated: count, deleted: count, kept: count }).optional(),
});
export type TemplateChange = z.infer<typeof TemplateChange>;

/** What applying a template does, or did. */
export const TemplateResult = z.object({
  mode: TemplateMode,
  language: z.string(),
  changes: z.array(TemplateChange),
  /** By which it can be undone; null for a preview, and where nothing was created or something was changed or deleted. */
  application_id: IdOut.nullable(),
});
export type TemplateResult = z.infer<typeof TemplateResult>;

/** A language tag, `pt-BR` or `pt_BR`. Texts that the template does not have in it are taken in English. */
const language = z
  .string()
  .max(limits.locale)
  .regex(/^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/);

/** A template to apply: a file, or the name of a ready-made one. */
export const TemplateApplication = limitFieldSizes(
  z.object({
    /** Checked by `parseTemplate`, which names the place of every fault. */
    template: z.unknown().optional(),
    name: z.string().max(limits.varchar).optional(),
    mode: TemplateMode.default('merge'),
    /** Of the texts that are stored. Absent: that of the deployment. */
    language: language.optional(),
  }),
  { template: templateLimits.bytes },
);

export const listTemplates = defineEndpoint({
  name: 'listTemplates',
  method: 'GET',
  path: '/templates',
  summary: 'Extension: ready-made set-ups',
  scope: 'config',
  token: 'required',
  needs: ['Manage Settings'],
  query: z.object({ language: language.optional() }),
  response: z.object({ count: z.number().int(), results: z.array(TemplateSummary) }),
});

export const exportTemplate = defineEndpoint({
  name: 'exportTemplate',
  method: 'GET',
  path: '/templates/export',
  summary:
    'Extension: the set-up of this deployment as a template, or some surveys; without reports, people and secrets',
  scope: 'config',
  token: 'required',
  needs: ['Manage Settings'],
  query: z.object({
    /** Ids of surveys, to export only them and the categories and roles that they name. */
    forms: queryList(Id).optional(),
  }),
  response: Template,
});

export const readTemplate = defineEndpoint({
  name: 'readTemplate',
  method: 'GET',
  path: '/templates/{name}',
  summary: 'Extension: a ready-made set-up in all its languages',
  scope: 'config',
  token: 'required',
  needs: ['Manage Settings'],
  params: z.object({ name: z.string() }),
  response: Template,
});

export const previewTemplate = defineEndpoint({
  name: 'previewTemplate',
  method: 'POST',
  path: '/templates/preview',
  summary: 'Extension: what applying a template would change; nothing is changed',
  scope: 'config',
  needs: ['Manage Settings'],
  body: TemplateApplication,
  response: TemplateResult,
});

export const applyTemplate = defineEndpoint({
  name: 'applyTemplate',
  method: 'POST',
  path: '/templates/apply',
  summary: 'Extension: create what a template contains, in one transaction',
  scope: 'config',
  needs: ['Manage Settings'],
  body: TemplateApplication,
  response: TemplateResult,
});
