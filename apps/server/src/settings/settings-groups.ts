/** What each configuration group is on the server, and who may read and write it (API v3 §2.13). */
import type { Privilege } from '@waypost/contract/common/permissions';
import { DataProviderInput, defaultDataProvider } from '@waypost/contract/data-sources/data-sources';
import { RetentionInput } from '@waypost/contract/privacy/retention';
import { defaultFeatures } from '@waypost/contract/settings/features';
import {
  defaultMap,
  defaultSite,
  MapInput,
  type SettingsGroup,
  SiteInput,
} from '@waypost/contract/settings/settings';
import type { z } from 'zod';
import type { Viewer } from '../kernel/security/viewer.ts';
import { maskSecrets } from './provider-secrets.ts';
import type { StoredSettings } from './settings.sql.ts';

interface GroupRules {
  /** Readable by everyone, because the client needs it before login. Other groups need Manage Settings. */
  isPublic: boolean;
  /** What stored values override. */
  defaults: StoredSettings;
  /** The schema of changes; null for a group that only the operator sets. */
  input: z.ZodType<Record<string, unknown>> | null;
  /** Hides secrets in responses; null for a group without secrets. */
  hideSecrets: ((stored: StoredSettings) => StoredSettings) | null;
}

/** All groups of the API. */
export const groupRules: Readonly<Record<SettingsGroup, GroupRules>> = {
  features: { isPublic: true, defaults: defaultFeatures, input: null, hideSecrets: null },
  site: { isPublic: true, defaults: defaultSite, input: SiteInput, hideSecrets: null },
  map: { isPublic: true, defaults: defaultMap, input: MapInput, hideSecrets: null },
  'data-provider': {
    isPublic: false,
    defaults: defaultDataProvider,
    input: DataProviderInput,
    hideSecrets: maskSecrets,
  },
  retention: { isPublic: false, defaults: {}, input: RetentionInput, hideSecrets: null },
};

/** Privileges of the viewer on a group. */
export function configPrivileges(viewer: Viewer, group: SettingsGroup): Privilege[] {
  const { isPublic, input } = groupRules[group];
  if (!viewer.can('Manage Settings')) return isPublic ? ['read', 'search'] : [];
  return input === null ? ['read', 'delete', 'search'] : ['read', 'create', 'update', 'delete', 'search'];
}
