/**
 * The pages of the settings area, once: who may open them, where they are, and when they are offered (spec 3 §2, §6). The
 * index, the navigation at the side and the guard of every address below `/settings` read this table.
 * keys: settings.entry.* settings.group.*
 */
import {
  IconActivityHeartbeat,
  IconApi,
  IconCategory,
  IconDatabaseImport,
  IconDeviceMobile,
  IconFileExport,
  IconForms,
  IconHistory,
  IconHourglass,
  IconKey,
  IconMailForward,
  IconPlugConnected,
  IconReceipt2,
  IconSettings,
  IconShieldLock,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import type { Features } from '@waypost/contract/settings/features';
import { type Account, hasPermission } from '../../api/session.ts';
import { hasFeature } from '../feature-notice/features.ts';

/** Any one of these permissions opens the page; `admin` is the role itself. */
type RequiredPermissions = readonly Permission[] | typeof builtInRoles.admin;

interface SettingsEntryDefinition {
  /** Also what its words are called: `settings.entry.NAME`. */
  name: string;
  to: NonNullable<LinkProps['to']>;
  /** Further addresses that belong to it. */
  additionalPaths?: readonly string[];
  requiredPermissions: RequiredPermissions;
  /** Whether it is offered; an address that is not offered still opens for who has the right. */
  isOffered?: (features: Features) => boolean;
  icon: TablerIcon;
}

const settingsPermissions: RequiredPermissions = ['Manage Settings'];
const exportPermissions: RequiredPermissions = ['Bulk Data Import and Export'];
const importPermissions: RequiredPermissions = ['Bulk Data Import and Export', 'Bulk Data Import'];
const anySettingsPermission: RequiredPermissions = [
  'Manage Settings',
  'Manage Users',
  'Bulk Data Import and Export',
  'Bulk Data Import',
];
const adminRole = builtInRoles.admin;

/** In the order in which they are listed, by group. */
export const settingsGroups = [
  {
    group: 'deployment',
    entries: [
      {
        name: 'general',
        to: '/settings/general',
        requiredPermissions: settingsPermissions,
        icon: IconSettings,
      },
      { name: 'surveys', to: '/settings/surveys', requiredPermissions: settingsPermissions, icon: IconForms },
      {
        name: 'categories',
        to: '/settings/categories',
        requiredPermissions: settingsPermissions,
        icon: IconCategory,
      },
      {
        name: 'datasources',
        to: '/settings/datasources',
        requiredPermissions: settingsPermissions,
        icon: IconPlugConnected,
      },
      {
        name: 'webhooks',
        to: '/settings/webhooks',
        requiredPermissions: settingsPermissions,
        icon: IconWebhook,
      },
    ],
  },
  {
    group: 'people',
    entries: [
      { name: 'users', to: '/settings/users', requiredPermissions: ['Manage Users'], icon: IconUsers },
      { name: 'roles', to: '/settings/roles', requiredPermissions: adminRole, icon: IconShieldLock },
    ],
  },
  {
    group: 'data',
    entries: [
      {
        name: 'dataImport',
        to: '/settings/data-import',
        additionalPaths: ['/settings/data-after-import'],
        requiredPermissions: importPermissions,
        icon: IconDatabaseImport,
      },
      {
        name: 'dataExport',
        to: '/settings/data-export',
        additionalPaths: ['/settings/hdx', '/settings/hdx-details'],
        requiredPermissions: exportPermissions,
        icon: IconFileExport,
      },
      {
        name: 'userSettings',
        to: '/settings/user-settings',
        requiredPermissions: anySettingsPermission,
        isOffered: (features: Features) =>
          hasFeature(features, 'user-settings') && hasFeature(features, 'hxl'),
        icon: IconKey,
      },
    ],
  },
  {
    group: 'operation',
    entries: [
      { name: 'api', to: '/settings/api', requiredPermissions: anySettingsPermission, icon: IconApi },
      { name: 'outbox', to: '/settings/outbox', requiredPermissions: adminRole, icon: IconMailForward },
      { name: 'phone', to: '/settings/phone', requiredPermissions: adminRole, icon: IconDeviceMobile },
      { name: 'status', to: '/settings/status', requiredPermissions: adminRole, icon: IconActivityHeartbeat },
      { name: 'jobs', to: '/settings/jobs', requiredPermissions: adminRole, icon: IconHourglass },
      { name: 'audit', to: '/settings/audit', requiredPermissions: adminRole, icon: IconHistory },
      {
        name: 'plan',
        to: '/settings/plan',
        additionalPaths: ['/settings/plans'],
        requiredPermissions: anySettingsPermission,
        isOffered: (features: Features) => hasFeature(features, 'views-plan'),
        icon: IconReceipt2,
      },
    ],
  },
] as const satisfies readonly { group: string; entries: readonly SettingsEntryDefinition[] }[];

const typedGroups: readonly {
  group: (typeof settingsGroups)[number]['group'];
  entries: readonly SettingsEntry[];
}[] = settingsGroups;
export type SettingsEntry = Omit<SettingsEntryDefinition, 'name'> & {
  name: (typeof settingsGroups)[number]['entries'][number]['name'];
};

const canOpen = (account: Account | null, opens: RequiredPermissions): boolean =>
  opens === adminRole
    ? account?.role === adminRole
    : opens.some((permission) => hasPermission(account, permission));

const isPathWithin = (pathname: string, address: string): boolean =>
  pathname === address || pathname.startsWith(`${address}/`);

/** The page that an address belongs to; undefined for the index and for addresses that nothing has. */
export const findSettingsEntry = (pathname: string): SettingsEntry | undefined =>
  typedGroups
    .flatMap(({ entries }) => entries)
    .find((entry) =>
      [entry.to, ...(entry.additionalPaths ?? [])].some((address) => isPathWithin(pathname, address)),
    );

/** Whether somebody may be at an address below `/settings`. */
export const canOpenSettings = (account: Account | null, pathname: string): boolean =>
  canOpen(account, findSettingsEntry(pathname)?.requiredPermissions ?? anySettingsPermission);

/** What somebody is offered, without groups that are empty for them. */
export const listVisibleSettings = (account: Account | null, features: Features) =>
  typedGroups
    .map(({ group, entries }) => ({
      group,
      entries: entries.filter(
        (entry) => canOpen(account, entry.requiredPermissions) && (entry.isOffered?.(features) ?? true),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
