/**
 * The pages of the settings area: paths, required permissions, and when they are listed (spec 3 §2, §6). The index, the side
 * navigation and the guard of all paths below `/settings` use this table.
 * keys: settings.entry.* settings.group.*
 */
import type { LinkProps } from '@tanstack/react-router';
import { builtInRoles } from '@waypost/contract/common/permissions';
import type { Features } from '@waypost/contract/settings/features';
import type { Account } from '../../api/session.ts';
import { hasFeature } from '../feature-notice/features.ts';
import { anySettingsPermission, canOpen, type RequiredPermissions } from './settings-access.ts';

interface SettingsEntryDefinition {
  /** Also the translation key: `settings.entry.NAME`. */
  name: string;
  to: NonNullable<LinkProps['to']>;
  /** Further paths that belong to the page. */
  additionalPaths?: readonly string[];
  requiredPermissions: RequiredPermissions;
  /** Whether it is listed; a page that is not listed can still be opened by its URL. */
  isOffered?: (features: Features) => boolean;
}

const settingsPermissions: RequiredPermissions = ['Manage Settings'];
const exportPermissions: RequiredPermissions = ['Bulk Data Import and Export'];
const importPermissions: RequiredPermissions = ['Bulk Data Import and Export', 'Bulk Data Import'];
const adminRole = builtInRoles.admin;

/** The entries by group, in the order of the list. */
export const settingsGroups = [
  {
    group: 'deployment',
    entries: [
      {
        name: 'setup',
        to: '/settings/setup',
        requiredPermissions: settingsPermissions,
      },
      {
        name: 'general',
        to: '/settings/general',
        requiredPermissions: settingsPermissions,
      },
      {
        name: 'templates',
        to: '/settings/templates',
        requiredPermissions: settingsPermissions,
      },
      { name: 'surveys', to: '/settings/surveys', requiredPermissions: settingsPermissions },
      {
        name: 'categories',
        to: '/settings/categories',
        requiredPermissions: settingsPermissions,
      },
      { name: 'maps', to: '/settings/maps', requiredPermissions: settingsPermissions },
      { name: 'layers', to: '/settings/layers', requiredPermissions: adminRole },
      { name: 'areas', to: '/settings/areas', requiredPermissions: settingsPermissions },
      {
        name: 'datasources',
        to: '/settings/datasources',
        requiredPermissions: settingsPermissions,
      },
      {
        name: 'review',
        to: '/settings/review',
        requiredPermissions: settingsPermissions,
      },
      {
        name: 'webhooks',
        to: '/settings/webhooks',
        requiredPermissions: settingsPermissions,
      },
    ],
  },
  {
    group: 'people',
    entries: [
      { name: 'users', to: '/settings/users', requiredPermissions: ['Manage Users'] },
      { name: 'roles', to: '/settings/roles', requiredPermissions: adminRole },
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
      },
      {
        name: 'dataExport',
        to: '/settings/data-export',
        additionalPaths: ['/settings/hdx', '/settings/hdx-details'],
        requiredPermissions: exportPermissions,
      },
      {
        name: 'move',
        to: '/settings/move',
        requiredPermissions: settingsPermissions,
      },
      {
        name: 'userSettings',
        to: '/settings/user-settings',
        requiredPermissions: anySettingsPermission,
        isOffered: (features: Features) =>
          hasFeature(features, 'user-settings') && hasFeature(features, 'hxl'),
      },
    ],
  },
  {
    group: 'operation',
    entries: [
      { name: 'api', to: '/settings/api', requiredPermissions: anySettingsPermission },
      { name: 'outbox', to: '/settings/outbox', requiredPermissions: adminRole },
      { name: 'phone', to: '/settings/phone', requiredPermissions: adminRole },
      { name: 'status', to: '/settings/status', requiredPermissions: adminRole },
      { name: 'jobs', to: '/settings/jobs', requiredPermissions: adminRole },
      { name: 'audit', to: '/settings/audit', requiredPermissions: adminRole },
      {
        name: 'emergency',
        to: '/settings/emergency',
        requiredPermissions: adminRole,
      },
      {
        name: 'plan',
        to: '/settings/plan',
        additionalPaths: ['/settings/plans'],
        requiredPermissions: anySettingsPermission,
        isOffered: (features: Features) => hasFeature(features, 'views-plan'),
      },
    ],
  },
] as const satisfies readonly { group: string; entries: readonly SettingsEntryDefinition[] }[];

const typedGroups: readonly {
  group: (typeof settingsGroups)[number]['group'];
  entries: readonly SettingsEntry[];
}[] = settingsGroups;
/** An entry of the table. */
export type SettingsEntry = Omit<SettingsEntryDefinition, 'name'> & {
  name: (typeof settingsGroups)[number]['entries'][number]['name'];
};

const isPathWithin = (pathname: string, parent: string): boolean =>
  pathname === parent || pathname.startsWith(`${parent}/`);

/** The entry that a path belongs to; undefined for the index and unknown paths. */
export const findSettingsEntry = (pathname: string): SettingsEntry | undefined =>
  typedGroups
    .flatMap(({ entries }) => entries)
    .find((entry) =>
      [entry.to, ...(entry.additionalPaths ?? [])].some((path) => isPathWithin(pathname, path)),
    );

/** Whether an account may open a path below `/settings`. */
export const canOpenSettings = (account: Account | null, pathname: string): boolean =>
  canOpen(account, findSettingsEntry(pathname)?.requiredPermissions ?? anySettingsPermission);

/** The entries that are listed for an account, without empty groups. */
export const listVisibleSettings = (account: Account | null, features: Features) =>
  typedGroups
    .map(({ group, entries }) => ({
      group,
      entries: entries.filter(
        (entry) => canOpen(account, entry.requiredPermissions) && (entry.isOffered?.(features) ?? true),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
