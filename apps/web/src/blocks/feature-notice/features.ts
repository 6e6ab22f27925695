/** Features that depend on the deployment's plan (API v3 §6.1). */

import type { Features } from '@waypost/contract/settings/features';
import { useConfig } from '../../api/config.ts';

/** Names of the features. */
export const featureNames = [
  'private',
  'roles',
  'webhooks',
  'data-import',
  'targeted-surveys',
  'hxl',
  'user-settings',
  'anonymise-reporters',
  'views-map',
  'views-data',
  'views-activity',
  'views-plan',
] as const;
/** A feature that depends on the plan. */
export type FeatureName = (typeof featureNames)[number];

/** Whether the deployment has a feature. */
export function hasFeature({ views, ...switches }: Features, name: FeatureName): boolean {
  switch (name) {
    case 'views-map':
      return views.map;
    // One view with two names in the API.
    case 'views-data':
      return views.data && views.list;
    case 'views-activity':
      return views.activity;
    case 'views-plan':
      return views.plan;
    default:
      return switches[name].enabled;
  }
}

/** Whether this deployment has a feature. */
export const useFeature = (name: FeatureName): boolean => hasFeature(useConfig().features, name);
