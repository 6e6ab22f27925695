/** Names of the set-up assistant's steps, apart from its schemas: the client's URLs contain them. */

/** The steps, in their order. */
export const setupSteps = [
  'name',
  'area',
  'survey',
  'team',
  'mail',
  'phone',
  'map',
  'privacy',
  'share',
] as const;

/** A step of the set-up. */
export type SetupStepName = (typeof setupSteps)[number];
