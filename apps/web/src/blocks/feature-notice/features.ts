/** What a plan may leave out, and whether this deployment's plan has it (wire 6.1). */
import type { Features } from '@waypost/contract/settings/features';
import { useConfig } from '../../api/config.ts';

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
export type FeatureName = (typeof featureNames)[number];

export function hasFeature({ views, ...switches }: Features, name: FeatureName): boolean {
  switch (name) {
    case 'views-map':
      return views.map;
    // One list with two names on the wire.
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

export const useFeature = (name: FeatureName): boolean => hasFeature(useConfig().features, name);
