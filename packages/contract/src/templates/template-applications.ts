/** Applied templates, and undoing them. An extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate, Id, IdOut } from '../common/scalars.ts';
import { TemplateChange } from './templates.ts';

/** A template that was applied. */
export const TemplateApplicationEntry = z.object({
  id: IdOut,
  title: z.string(),
  created: ApiDate,
  /** When it was undone; null if it can be. */
  undone: ApiDate.nullable(),
});
export type TemplateApplicationEntry = z.infer<typeof TemplateApplicationEntry>;

/** What undoing deletes and keeps. `keep` has a `reason`: it was changed, or is used. */
export const TemplateUndo = z.object({
  id: IdOut,
  title: z.string(),
  changes: z.array(TemplateChange),
});
export type TemplateUndo = z.infer<typeof TemplateUndo>;

const access = { scope: 'config', token: 'required', needs: ['Manage Settings'] } as const;
const params = z.object({ id: Id });

export const listTemplateApplications = defineEndpoint({
  name: 'listTemplateApplications',
  method: 'GET',
  path: '/templates/applications',
  summary: 'Extension: the templates that were applied last and can be undone, or were; the newest first',
  ...access,
  response: z.object({ count: z.number().int(), results: z.array(TemplateApplicationEntry) }),
});

export const previewTemplateUndo = defineEndpoint({
  name: 'previewTemplateUndo',
  method: 'GET',
  path: '/templates/applications/{id}',
  summary: 'Extension: what undoing an applied template would delete and keep; nothing is changed',
  ...access,
  params,
  response: TemplateUndo,
});

export const undoTemplateApplication = defineEndpoint({
  name: 'undoTemplateApplication',
  method: 'DELETE',
  path: '/templates/applications/{id}',
  summary: 'Extension: delete what an applied template has created, unless it was changed or is used since',
  scope: 'config',
  needs: ['Manage Settings'],
  params,
  response: TemplateUndo,
});
