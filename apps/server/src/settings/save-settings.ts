/** Changing configuration (API v3 §2.13). */
import { isDeepStrictEqual } from 'node:util';
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import { DataProviderInput } from '@waypost/contract/data-sources/data-sources';
import { RetentionInput } from '@waypost/contract/privacy/retention';
import { MapInput, operatorKeys, SiteInput } from '@waypost/contract/settings/settings';
import { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { ValidationError, validationError } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { announceAccountMailChange, requireCanChangeAccountMail } from './account-mail-protection.ts';
import {
  encryptSecrets,
  findInvalidUrlSecrets,
  findReferencedSurveys,
  findSecretsToReenter,
  validateProviders,
} from './provider-secrets.ts';
import { readFeatures, readMap, readSettingsGroup } from './read-settings.ts';
import { configPrivileges, type SettingsGroup } from './settings.rules.ts';
import { mergeStoredGroup, remaskAllPosts, type StoredSettings } from './settings.sql.ts';

const inputSchemas: Partial<Record<SettingsGroup, z.ZodType<Record<string, unknown>>>> = {
  site: SiteInput,
  map: MapInput,
  'data-provider': DataProviderInput,
  retention: RetentionInput,
};

/** Keys that every answer carries, and that clients send back with the rest; and what is not an administrator's to decide. */
const ignoredKeys = new Set<string>(['id', 'url', 'allowed_privileges', ...operatorKeys]);

/** What saving needs of the rest of the server. */
export interface SettingsDependencies {
  secretBox: SecretBox;
  hasSurvey: (tx: Tx, id: number) => Promise<boolean>;
  /**
   * Makes a picture of ours the site's logo, and lets go of the one before.
   * @returns whether the viewer may use it: it is no picture of ours, or their own upload
   */
  claimLogo: (tx: Tx, viewer: Viewer, address: string, before: string) => Promise<boolean>;
  outbox: Outbox;
  /** Addresses of everybody who is administrator, each with the language of their own. */
  findAdministrators: (tx: Tx) => Promise<{ email: string; language: string | null }[]>;
}

/** @throws ValidationError at the data source that is wrong */
async function validateProviderChange(
  tx: Tx,
  change: StoredSettings,
  { secretBox, hasSurvey }: SettingsDependencies,
): Promise<StoredSettings> {
  const before = await readSettingsGroup(tx, 'data-provider');
  const invalidSecrets = findInvalidUrlSecrets(change);
  if (invalidSecrets.length > 0) throw new ValidationError('config', invalidSecrets);
  const sealed = encryptSecrets(secretBox, before, change);
  const faults = [
    ...findSecretsToReenter(before, change),
    ...validateProviders((await readFeatures(tx))['data-providers'], before, sealed),
  ];
  if (faults.length > 0) throw new ValidationError('config', faults);
  for (const [id, survey] of findReferencedSurveys(sealed))
    if (!(await hasSurvey(tx, survey))) throw validationError('config', id, 'exists', { value: survey });
  return sealed;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @throws ValidationError at `/image_header` for somebody else's picture */
async function claimChangedLogo(
  tx: Tx,
  viewer: Viewer,
  before: StoredSettings,
  change: StoredSettings,
  { claimLogo }: SettingsDependencies,
): Promise<void> {
  const [was, value] = [toText(before['image_header']), toText(change['image_header'])];
  if (!('image_header' in change) || value === was) return;
  if (!(await claimLogo(tx, viewer, value, was)))
    throw validationError('config', 'image_header', 'exists', { value });
}

/** Merges keys into a group. Unknown ones are kept, as the wire has it. */
export async function saveSettingsGroup(
  tx: Tx,
  viewer: Viewer,
  group: SettingsGroup,
  body: Record<string, unknown>,
  dependencies: SettingsDependencies,
): Promise<void> {
  requirePrivilege(viewer, configPrivileges(viewer, group), 'update', 'config');
  await requireCanChangeAccountMail(tx, viewer, group, body);
  const parsed = (inputSchemas[group] ?? z.looseObject({})).safeParse(body, { reportInput: true });
  if (!parsed.success) throw new ValidationError('config', zodErrorToFieldErrors(parsed.error));
  const sent = Object.fromEntries(Object.entries(parsed.data).filter(([key]) => !ignoredKeys.has(key)));
  const change = group === 'data-provider' ? await validateProviderChange(tx, sent, dependencies) : sent;
  const [groupBefore, mapBefore] = [await readSettingsGroup(tx, group), await readMap(tx)];
  if (group === 'site') await claimChangedLogo(tx, viewer, groupBefore, change, dependencies);
  await mergeStoredGroup(tx, group, change);
  const [groupAfter, mapAfter] = [await readSettingsGroup(tx, group), await readMap(tx)];
  if (mapBefore.location_precision !== mapAfter.location_precision) await remaskAllPosts(tx);
  const changed = Object.keys(change).filter((key) => !isDeepStrictEqual(groupBefore[key], groupAfter[key]));
  // Names only: values may be addresses or secrets.
  if (changed.length > 0)
    await recordChange(tx, viewer, { action: 'update', subject: 'config', id: group, details: { changed } });
  await announceAccountMailChange(tx, dependencies, group, groupBefore, groupAfter);
}
