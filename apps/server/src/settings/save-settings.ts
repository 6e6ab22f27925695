/** Changing configuration (wire 2.13). */
import { isDeepStrictEqual } from 'node:util';
import { DataProviderInput } from '@waypost/contract/data-sources';
import { faultsOf } from '@waypost/contract/faults';
import { RetentionInput } from '@waypost/contract/retention';
import { MapInput, operatorsKeys, SiteInput } from '@waypost/contract/settings';
import { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db.ts';
import { Faults, fault } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import type { Vault } from '../kernel/vault.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { announceAccountMail, requireAccountMail } from './account-mail.ts';
import {
  faultsOfProviders,
  sealSecrets,
  secretsToRepeat,
  surveysNamed,
  wrongAddressSecrets,
} from './provider-secrets.ts';
import { readFeatures, readGroup, readMap } from './read-settings.ts';
import { configPrivileges, type Group } from './settings.rules.ts';
import { maskEveryPost, mergeStored, type Stored } from './settings.sql.ts';

const inputs: Partial<Record<Group, z.ZodType<Record<string, unknown>>>> = {
  site: SiteInput,
  map: MapInput,
  'data-provider': DataProviderInput,
  retention: RetentionInput,
};

/** Keys that every answer carries, and that clients send back with the rest; and what is not an administrator's to decide. */
const notStored = new Set<string>(['id', 'url', 'allowed_privileges', ...operatorsKeys]);

/** What saving needs of the rest of the server. */
export interface Saving {
  vault: Vault;
  hasSurvey: (tx: Tx, id: number) => Promise<boolean>;
  /**
   * Makes a picture of ours the site's logo, and lets go of the one before.
   * @returns whether the viewer may use it: it is no picture of ours, or their own upload
   */
  takeLogo: (tx: Tx, viewer: Viewer, address: string, before: string) => Promise<boolean>;
  outbox: Outbox;
  /** Addresses of everybody who is administrator, each with the language of their own. */
  administrators: (tx: Tx) => Promise<{ email: string; language: string | null }[]>;
}

/** @throws Faults at the data source that is wrong */
async function checkedProviders(tx: Tx, change: Stored, { vault, hasSurvey }: Saving): Promise<Stored> {
  const before = await readGroup(tx, 'data-provider');
  const wrong = wrongAddressSecrets(change);
  if (wrong.length > 0) throw new Faults('config', wrong);
  const sealed = sealSecrets(vault, before, change);
  const faults = [
    ...secretsToRepeat(before, change),
    ...faultsOfProviders((await readFeatures(tx))['data-providers'], before, sealed),
  ];
  if (faults.length > 0) throw new Faults('config', faults);
  for (const [id, survey] of surveysNamed(sealed))
    if (!(await hasSurvey(tx, survey))) throw fault('config', id, 'exists', { value: survey });
  return sealed;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @throws Faults at `/image_header` for somebody else's picture */
async function checkLogo(
  tx: Tx,
  viewer: Viewer,
  before: Stored,
  change: Stored,
  { takeLogo }: Saving,
): Promise<void> {
  const [was, value] = [textOf(before['image_header']), textOf(change['image_header'])];
  if (!('image_header' in change) || value === was) return;
  if (!(await takeLogo(tx, viewer, value, was))) throw fault('config', 'image_header', 'exists', { value });
}

/** Merges keys into a group. Unknown ones are kept, as the wire has it. */
export async function saveGroup(
  tx: Tx,
  viewer: Viewer,
  group: Group,
  body: Record<string, unknown>,
  saving: Saving,
): Promise<void> {
  require(viewer, configPrivileges(viewer, group), 'update', 'config');
  await requireAccountMail(tx, viewer, group, body);
  const parsed = (inputs[group] ?? z.looseObject({})).safeParse(body, { reportInput: true });
  if (!parsed.success) throw new Faults('config', faultsOf(parsed.error));
  const sent = Object.fromEntries(Object.entries(parsed.data).filter(([key]) => !notStored.has(key)));
  const change = group === 'data-provider' ? await checkedProviders(tx, sent, saving) : sent;
  const [groupBefore, mapBefore] = [await readGroup(tx, group), await readMap(tx)];
  if (group === 'site') await checkLogo(tx, viewer, groupBefore, change, saving);
  await mergeStored(tx, group, change);
  const [groupAfter, mapAfter] = [await readGroup(tx, group), await readMap(tx)];
  if (mapBefore.location_precision !== mapAfter.location_precision) await maskEveryPost(tx);
  const changed = Object.keys(change).filter((key) => !isDeepStrictEqual(groupBefore[key], groupAfter[key]));
  // Names only: values may be addresses or secrets.
  if (changed.length > 0)
    await recordChange(tx, viewer, { action: 'update', subject: 'config', id: group, details: { changed } });
  await announceAccountMail(tx, saving, group, groupBefore, groupAfter);
}
