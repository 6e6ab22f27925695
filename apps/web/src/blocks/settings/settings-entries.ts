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
import type { Features } from '@waypost/contract/features';
import { builtInRoles, type Permission } from '@waypost/contract/privileges';
import { type Account, holds } from '../../api/session.ts';
import { hasFeature } from '../feature-notice/features.ts';

/** Any one of these permissions opens the page; `admin` is the role itself. */
type Opens = readonly Permission[] | typeof builtInRoles.admin;

interface Entry {
  /** Also what its words are called: `settings.entry.NAME`. */
  name: string;
  to: NonNullable<LinkProps['to']>;
  /** Further addresses that belong to it. */
  also?: readonly string[];
  opens: Opens;
  /** Whether it is offered; an address that is not offered still opens for who has the right. */
  isOffered?: (features: Features) => boolean;
  icon: TablerIcon;
}

const settings: Opens = ['Manage Settings'];
const exporting: Opens = ['Bulk Data Import and Export'];
const importing: Opens = ['Bulk Data Import and Export', 'Bulk Data Import'];
const anybodyHere: Opens = [
  'Manage Settings',
  'Manage Users',
  'Bulk Data Import and Export',
  'Bulk Data Import',
];
const admin = builtInRoles.admin;

/** In the order in which they are listed, by group. */
export const settingsGroups = [
  {
    group: 'deployment',
    entries: [
      { name: 'general', to: '/settings/general', opens: settings, icon: IconSettings },
      { name: 'surveys', to: '/settings/surveys', opens: settings, icon: IconForms },
      { name: 'categories', to: '/settings/categories', opens: settings, icon: IconCategory },
      { name: 'datasources', to: '/settings/datasources', opens: settings, icon: IconPlugConnected },
      { name: 'webhooks', to: '/settings/webhooks', opens: settings, icon: IconWebhook },
    ],
  },
  {
    group: 'people',
    entries: [
      { name: 'users', to: '/settings/users', opens: ['Manage Users'], icon: IconUsers },
      { name: 'roles', to: '/settings/roles', opens: admin, icon: IconShieldLock },
    ],
  },
  {
    group: 'data',
    entries: [
      {
        name: 'dataImport',
        to: '/settings/data-import',
        also: ['/settings/data-after-import'],
        opens: importing,
        icon: IconDatabaseImport,
      },
      {
        name: 'dataExport',
        to: '/settings/data-export',
        also: ['/settings/hdx', '/settings/hdx-details'],
        opens: exporting,
        icon: IconFileExport,
      },
      {
        name: 'userSettings',
        to: '/settings/user-settings',
        opens: anybodyHere,
        isOffered: (features: Features) =>
          hasFeature(features, 'user-settings') && hasFeature(features, 'hxl'),
        icon: IconKey,
      },
    ],
  },
  {
    group: 'operation',
    entries: [
      { name: 'api', to: '/settings/api', opens: anybodyHere, icon: IconApi },
      { name: 'outbox', to: '/settings/outbox', opens: admin, icon: IconMailForward },
      { name: 'phone', to: '/settings/phone', opens: admin, icon: IconDeviceMobile },
      { name: 'status', to: '/settings/status', opens: admin, icon: IconActivityHeartbeat },
      { name: 'jobs', to: '/settings/jobs', opens: admin, icon: IconHourglass },
      { name: 'audit', to: '/settings/audit', opens: admin, icon: IconHistory },
      {
        name: 'plan',
        to: '/settings/plan',
        also: ['/settings/plans'],
        opens: anybodyHere,
        isOffered: (features: Features) => hasFeature(features, 'views-plan'),
        icon: IconReceipt2,
      },
    ],
  },
] as const satisfies readonly { group: string; entries: readonly Entry[] }[];

const groups: readonly {
  group: (typeof settingsGroups)[number]['group'];
  entries: readonly SettingsEntry[];
}[] = settingsGroups;
export type SettingsEntry = Omit<Entry, 'name'> & {
  name: (typeof settingsGroups)[number]['entries'][number]['name'];
};

const isOpenTo = (account: Account | null, opens: Opens): boolean =>
  opens === admin ? account?.role === admin : opens.some((permission) => holds(account, permission));

const isAtOrBelow = (pathname: string, address: string): boolean =>
  pathname === address || pathname.startsWith(`${address}/`);

/** The page that an address belongs to; undefined for the index and for addresses that nothing has. */
export const settingsEntryAt = (pathname: string): SettingsEntry | undefined =>
  groups
    .flatMap(({ entries }) => entries)
    .find((entry) => [entry.to, ...(entry.also ?? [])].some((address) => isAtOrBelow(pathname, address)));

/** Whether somebody may be at an address below `/settings`. */
export const mayOpenSettings = (account: Account | null, pathname: string): boolean =>
  isOpenTo(account, settingsEntryAt(pathname)?.opens ?? anybodyHere);

/** What somebody is offered, without groups that are empty for them. */
export const offeredSettings = (account: Account | null, features: Features) =>
  groups
    .map(({ group, entries }) => ({
      group,
      entries: entries.filter(
        (entry) => isOpenTo(account, entry.opens) && (entry.isOffered?.(features) ?? true),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
