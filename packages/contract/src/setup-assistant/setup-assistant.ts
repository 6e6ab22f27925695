/**
 * The set-up assistant: the steps from an empty deployment to the first report. Each is done by the state of the deployment, not by
 * a click. An extension of API v3.
 */
import { z } from 'zod';
import { PointIn } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { Privileges } from '../common/permissions.ts';
import { BooleanIn, listIn } from '../common/scalars.ts';
import { setupSteps } from './setup-steps.ts';

const StepName = z.enum(setupSteps);

/** Steps whose defaults may be what is wanted: they are done as well when somebody confirmed them. */
export const confirmableSteps = ['survey', 'privacy'] as const;
/** A step that can be confirmed. */
export type ConfirmableStep = (typeof confirmableSteps)[number];

export const setupStepStates = ['done', 'open', 'skipped'] as const;
/** The state of a step. */
export type SetupStepState = (typeof setupStepStates)[number];

/** One step. */
export const SetupStep = z.object({
  id: StepName,
  state: z.enum(setupStepStates),
  /** Whether it is done because somebody confirmed the defaults. */
  confirmed: z.boolean(),
  /** `update`: the caller may do what the step needs. */
  allowed_privileges: Privileges,
});
export type SetupStep = z.infer<typeof SetupStep>;

/** The set-up of the deployment. */
export const Setup = z.object({
  steps: z.array(SetupStep),
  /** Whether somebody has put the list away. It can be opened again. */
  dismissed: z.boolean(),
  allowed_privileges: Privileges,
});
export type Setup = z.infer<typeof Setup>;

/** A change of what is skipped, confirmed and dismissed; absent keys stay. Lists replace the stored ones. */
export const SetupChange = z.object({
  skipped: listIn(z.array(StepName).max(setupSteps.length)).optional(),
  confirmed: listIn(z.array(z.enum(confirmableSteps)).max(confirmableSteps.length)).optional(),
  dismissed: BooleanIn.optional(),
});

/** A change as it is sent. */
export type SetupChangeInput = z.input<typeof SetupChange>;

const setupEndpoint = { scope: 'config', token: 'required', needs: ['Manage Settings'] } as const;

export const readSetup = defineEndpoint({
  name: 'readSetup',
  method: 'GET',
  path: '/setup',
  summary: 'The steps of the set-up, and which of them are done by the state of the deployment',
  ...setupEndpoint,
  response: Setup,
});

export const updateSetup = defineEndpoint({
  name: 'updateSetup',
  method: 'PUT',
  path: '/setup',
  summary: 'Skip and confirm steps of the set-up, or put the list away',
  ...setupEndpoint,
  body: SetupChange,
  response: Setup,
});

/** What is usual at a place. */
export const AreaDefaults = z.object({
  /** ISO 3166-1, two letters; null at sea and where no town is near. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  /** IANA name. */
  timezone: z.string(),
  /** The most common language of the country, as a BCP 47 tag without a region; null if unknown. */
  language: z.string().nullable(),
  /** The nearest town, in the requested language if known. */
  place: z.string().nullable(),
});
export type AreaDefaults = z.infer<typeof AreaDefaults>;

export const readAreaDefaults = defineEndpoint({
  name: 'readAreaDefaults',
  method: 'GET',
  path: '/setup/area',
  summary: 'Country, time zone and language that are usual at a place',
  ...setupEndpoint,
  query: z.object({
    near: PointIn,
    lang: z
      .string()
      .regex(/^[a-z]{2,3}$/)
      .optional(),
  }),
  response: AreaDefaults,
});
