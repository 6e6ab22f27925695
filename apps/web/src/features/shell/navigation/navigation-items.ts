/** Navigation items besides map and list: in the rail on desktop, in the menu on a phone. */
import { IconChartBar, IconChecklist, IconFolders, IconMessages, IconStack2 } from '@tabler/icons-react';
import { useAccount, useHasPermission } from '../../../api/session.ts';
import { useFeature } from '../../../blocks/feature-notice/features.ts';
import { anySettingsPermission, canOpen } from '../../../blocks/settings/settings-access.ts';

const navigationItems = [
  { name: 'collections', to: '/collections', icon: IconFolders },
  { name: 'review', to: '/review', icon: IconChecklist },
  { name: 'messages', to: '/messages', icon: IconMessages },
  { name: 'activity', to: '/activity', icon: IconChartBar },
  { name: 'plan', to: '/settings/plan', icon: IconStack2 },
] as const;

/**
 * Activity is also shown to those who manage settings when the plan lacks it; its screen then says what is missing (spec 1 §2).
 */
export function useSecondaryNavigationItems() {
  const hasActivity = useFeature('views-activity');
  const canManageSettings = useHasPermission('Manage Settings');
  const managesPosts = useHasPermission('Manage Posts');
  const account = useAccount();
  const hasPlans = useFeature('views-plan');
  const isShown = {
    collections: true,
    review: managesPosts,
    messages: managesPosts,
    activity: hasActivity || canManageSettings,
    plan: hasPlans && canOpen(account, anySettingsPermission),
  };
  return navigationItems.filter(({ name }) => isShown[name]);
}
