/** Changes of configuration (API v3 §2.13). */
import { isDeepStrictEqual } from 'node:util';
import { parseFields } from '@waypost/contract/common/field-errors';
import { limits } from '@waypost/contract/common/limits';
import type { FieldError } from '@waypost/contract/common/problems';
import { countJsonBytes } from '@waypost/contract/common/size-limits';
import { type ProviderId, providerIds } from '@waypost/contract/data-sources/data-providers';
import type { SettingsGroup } from '@waypost/contract/settings/settings';
import { operatorKeys } from '@waypost/contract/settings/site-keys';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { ValidationError, validationError } from '../kernel/http/problem.ts';
import { accessDenied, requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Outbox } from '../mail/mail.public.ts';
import {
  announceAccountMailChange,
  findMisplacedMailOptions,
  requireCanChangeAccountMail,
} from './account-mail-protection.ts';
import { findUnauthenticatedSources } from './gateway-authentication.ts';
import { announceGatewayChange, requireCanChangeGateways } from './gateway-protection.ts';
import { keepHidden } from './hidden-state.ts';
import { type AddressCheck, findPrivateServers } from './private-servers.ts';
import {
  encryptSecrets,
  findInvalidUrlSecrets,
  findReferencedSurveys,
  findSecretsToReenter,
  validateProviders,
} from './provider-secrets.ts';
import { readFeatures, readMap, readSettingsGroup } from './read-settings.ts';
import {
  lockStoredGroup,
  mergeStoredGroup,
  readStoredGroup,
  remaskAllPosts,
  type StoredSettings,
} from './settings.sql.ts';
import { configPrivileges, groupRules } from './settings-groups.ts';
import { isObject, isProviderSwitchedOn } from './stored-values.ts';

/** Keys that are not stored: those that every response has and clients send back, and those that only the operator sets. */
const ignoredKeys = new Set<string>(['id', 'url', 'allowed_privileges', ...operatorKeys]);

/** Functions of other domains that saving needs. */
export interface SettingsDependencies {
  secretBox: SecretBox;
  hasSurvey: (tx: Tx, id: number) => Promise<boolean>;
  /**
   * Makes an uploaded picture the site's logo, and releases the previous one.
   * @returns whether the viewer may use it: an external picture, or their own upload
   */
  claimLogo: (tx: Tx, viewer: Viewer, address: string, before: string) => Promise<boolean>;
  outbox: Outbox;
  addressCheck: AddressCheck;
  /** E-mail addresses and languages of all administrators. */
  findAdministrators: (tx: Tx) => Promise<{ email: string; language: string | null }[]>;
  /**
   * Called when data sources were changed: polls those that are switched on, after the transaction.
   * @param changed `connections`: those whose switch or options differ; `sources`: also those with another survey
   */
  onSourceChange: (
    tx: Tx,
    changed: { connections: ReadonlySet<ProviderId>; sources: ReadonlySet<ProviderId> },
  ) => Promise<void>;
}

/** @returns the change as it is stored, with encrypted secrets @throws ValidationError at the invalid data source */
async function validateProviderChange(
  tx: Tx,
  change: StoredSettings,
  privateServers: readonly FieldError[],
  { secretBox, hasSurvey }: SettingsDependencies,
): Promise<StoredSettings> {
  const before = await readSettingsGroup(tx, 'data-provider');
  const invalidSecrets = findInvalidUrlSecrets(change);
  if (invalidSecrets.length > 0) throw new ValidationError('config', invalidSecrets);
  const misplaced = findMisplacedMailOptions(before, change);
  if (misplaced.length > 0)
    throw new ValidationError(
      'config',
      misplaced.map((field) => ({ field, rule: 'outgoingMailOption' })),
    );
  const encrypted = encryptSecrets(secretBox, before, change);
  const errors = [
    ...findSecretsToReenter(before, change),
    ...privateServers,
    ...validateProviders((await readFeatures(tx))['data-providers'], before, encrypted),
  ];
  if (errors.length > 0) throw new ValidationError('config', errors);
  const unauthenticated = findUnauthenticatedSources(secretBox, before, encrypted);
  if (unauthenticated.length > 0) throw new ValidationError('config', unauthenticated);
  for (const [id, survey] of findReferencedSurveys(encrypted))
    if (!(await hasSurvey(tx, survey))) throw validationError('config', id, 'exists', { value: survey });
  return encrypted;
}

/** Data sources whose switch or settings differ. @param select what of the settings is compared */
const findChangedSources = (
  before: StoredSettings,
  after: StoredSettings,
  select: (own: unknown) => unknown = (own) => own,
): Set<ProviderId> =>
  new Set(
    providerIds.filter(
      (id) =>
        !isDeepStrictEqual(select(before[id]), select(after[id])) ||
        isProviderSwitchedOn(before, id) !== isProviderSwitchedOn(after, id),
    ),
  );

/** The settings of a data source without where its messages go. */
function toConnectionOptions(own: unknown): unknown {
  if (!isObject(own)) return own;
  const { form_id: _form, inbound_fields: _fields, ...options } = own;
  return options;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @throws ValidationError at `/image_header` for an upload of another user */
async function claimChangedLogo(
  tx: Tx,
  viewer: Viewer,
  before: StoredSettings,
  change: StoredSettings,
  { claimLogo }: SettingsDependencies,
): Promise<void> {
  const [previousUrl, value] = [toText(before['image_header']), toText(change['image_header'])];
  if (!('image_header' in change) || value === previousUrl) return;
  if (!(await claimLogo(tx, viewer, value, previousUrl)))
    throw validationError('config', 'image_header', 'exists', { value });
}

/**
 * A group that exceeds the limit since before the limit existed may be saved if it does not grow.
 * @throws ValidationError at the largest change, where the group would become too large
 */
async function requireSizeWithinLimit(
  tx: Tx,
  group: SettingsGroup,
  written: readonly [key: string, value: unknown][],
): Promise<void> {
  const max = limits.settingsGroup;
  const stored = await readStoredGroup(tx, group);
  const size = countJsonBytes({ ...stored, ...Object.fromEntries(written) });
  const [largest] = written.toSorted(([, a], [, b]) => countJsonBytes(b) - countJsonBytes(a));
  if (size > max && size > countJsonBytes(stored) && largest)
    throw validationError('config', largest[0], 'maxbytes', { max });
}

/** @throws ValidationError at `/private` for a change to private without the feature; an open deployment stays open */
async function requirePrivateFeature(tx: Tx, written: ReadonlyMap<string, unknown>): Promise<void> {
  if (written.get('private') === true && !(await readFeatures(tx)).private.enabled)
    throw validationError('config', 'private', 'featureNotEnabled');
}

/** Retention periods and switches before and after, for the audit log. It gets only names of other settings: values may be addresses or secrets. */
function describeValues(
  group: SettingsGroup,
  changed: readonly string[],
  before: StoredSettings,
  after: StoredSettings,
) {
  const describe = (days: unknown) => (typeof days === 'number' ? { days } : null);
  if (group === 'retention')
    return Object.fromEntries(
      changed.map((key) => [key, { from: describe(before[key]), to: describe(after[key]) }]),
    );
  const switches = changed.filter(
    (key) => typeof after[key] === 'boolean' && typeof (before[key] ?? false) === 'boolean',
  );
  return Object.fromEntries(switches.map((key) => [key, { from: before[key] ?? false, to: after[key] }]));
}

/** Merges keys into a group. Unknown keys are stored too (API v3 §2.13). @throws Problem 403; ValidationError */
export async function saveSettingsGroup(
  tx: Tx,
  viewer: Viewer,
  group: SettingsGroup,
  body: Record<string, unknown>,
  dependencies: SettingsDependencies,
): Promise<void> {
  requirePrivilege(viewer, configPrivileges(viewer, group), 'update', 'config');
  const { input } = groupRules[group];
  if (input === null) throw accessDenied(viewer, 'update', 'config', group);
  // Before the lock, since a DNS server may be slow. It is reported after the refusals of rights.
  const privateServers =
    group === 'data-provider'
      ? await findPrivateServers(await readStoredGroup(tx, group), body, dependencies.addressCheck)
      : [];
  await lockStoredGroup(tx, group);
  await requireCanChangeAccountMail(tx, viewer, group, body);
  await requireCanChangeGateways(tx, viewer, group, body);
  const { data, errors } = parseFields(input, body);
  if (errors) throw new ValidationError('config', errors);
  const acceptedInput = Object.fromEntries(Object.entries(data).filter(([key]) => !ignoredKeys.has(key)));
  const change =
    group === 'data-provider'
      ? await validateProviderChange(tx, acceptedInput, privateServers, dependencies)
      : acceptedInput;
  const [groupBefore, mapBefore] = [await readSettingsGroup(tx, group), await readMap(tx)];
  if (group === 'site') await claimChangedLogo(tx, viewer, groupBefore, change, dependencies);
  // Clients send everything back: what is not changed is not written.
  const changedEntries = Object.entries(change).filter(
    ([key, value]) => !isDeepStrictEqual(groupBefore[key], value),
  );
  const written = group === 'site' ? await keepHidden(tx, changedEntries) : changedEntries;
  if (group === 'site') await requirePrivateFeature(tx, new Map(written));
  await requireSizeWithinLimit(tx, group, written);
  if (written.length > 0) await mergeStoredGroup(tx, group, Object.fromEntries(written));
  const [groupAfter, mapAfter] = [await readSettingsGroup(tx, group), await readMap(tx)];
  if (mapBefore.location_precision !== mapAfter.location_precision) await remaskAllPosts(tx);
  const changed = Object.keys(change).filter((key) => !isDeepStrictEqual(groupBefore[key], groupAfter[key]));
  if (changed.length > 0) {
    const details = { changed, ...describeValues(group, changed, groupBefore, groupAfter) };
    await recordChange(tx, viewer, { action: 'update', subject: 'config', id: group, details });
  }
  await announceAccountMailChange(tx, viewer, dependencies, group, groupBefore, groupAfter);
  await announceGatewayChange(tx, viewer, dependencies, group, groupBefore, groupAfter);
  // Otherwise whoever sets a mailbox up would wait for the next poll, up to a minute, to see that it works.
  if (group === 'data-provider')
    await dependencies.onSourceChange(tx, {
      connections: findChangedSources(groupBefore, groupAfter, toConnectionOptions),
      sources: findChangedSources(groupBefore, groupAfter),
    });
}
