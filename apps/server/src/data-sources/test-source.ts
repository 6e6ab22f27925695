/**
 * Tests of data sources and outgoing mail with the stored settings: a message to somebody, or a connection. The result is returned to
 * the caller and recorded as the status of the channel.
 */
import {
  type ChannelError,
  type ChannelTest,
  type ChannelTestInput,
  type ChannelTestResult,
} from '@waypost/contract/channels/channels';
import { limits } from '@waypost/contract/common/limits';
import type { ProviderId } from '@waypost/contract/data-sources/data-providers';
import { outgoingMailChannel } from '@waypost/contract/mail/outbox';
import { normalizePhone } from '@waypost/contract/typed-numbers';
import { Email } from '@waypost/contract/users/users';
import type { z } from 'zod';
import {
  describeChannelError,
  recordChannelFailure,
  recordChannelSuccess,
} from '../channels/channels.public.ts';
import { findOptedOutNumbers, readPhoneCountry, toInternationalNumber } from '../contacts/contacts.public.ts';
import { type Translator, translatorFor } from '../i18n/i18n.public.ts';
import type { Db, Tx } from '../kernel/db/database.ts';
import { validationError } from '../kernel/http/problem.ts';
import { type Mailer, toSingleLine } from '../kernel/mailer.ts';
import { toPlainName } from '../kernel/plain-name.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Outbox } from '../mail/mail.public.ts';
import {
  type ActiveProvider,
  isTextGateway,
  readConfiguredProvider,
  readSite,
} from '../settings/settings.public.ts';
import { readUserLanguage } from '../users/users.public.ts';
import { providerPrivileges } from './data-sources.rules.ts';
import { describeSourceError } from './describe-source-error.ts';
import type { ProviderTools } from './provider.ts';
import { findProvider } from './providers/registry.ts';

/** What tests need from the rest of the server. */
export interface TestDependencies {
  db: Db;
  secretBox: SecretBox;
  outbox: Pick<Outbox, 'resolveMailer'>;
  tools: Omit<ProviderTools, 'signal'>;
}

/** A test that is ready to be made, after the transaction. */
export type PreparedTest = () => Promise<ChannelTestResult>;

/** A number as `normalize_contact` stores it. */
const dialablePattern = /^(\+[1-9])?\d{5,}$/;

/** How long the other side may take. */
const timeoutMs = 25_000;

/** How the viewer may test a data source; null: not at all. Whoever may not change it may not spend its money either. */
export function findChannelTest(viewer: Viewer, id: ProviderId): ChannelTest | null {
  const canUpdate =
    providerPrivileges(viewer, id).includes('update') && (viewer.isAdmin || !isTextGateway(id));
  if (!canUpdate) return null;
  if (id === 'outgoingemail') return 'send';
  const provider = findProvider(id);
  if (provider?.check || provider?.poll) return 'connect';
  return provider?.send ? 'send' : null;
}

const failure = (code: ChannelError['code']): ChannelTestResult => ({
  ok: false,
  error: { code, message: null },
});

/** Makes a test and records its result. A refused recipient says nothing about the channel. */
async function runTest(
  db: Db,
  id: ProviderId,
  attempt: () => Promise<unknown>,
  describe: (error: unknown, keepsAddresses: boolean) => ChannelError,
): Promise<ChannelTestResult> {
  try {
    await attempt();
  } catch (error) {
    const stored = describe(error, false);
    if (stored.code !== 'recipient') await recordChannelFailure(db, id, stored);
    return { ok: false, error: describe(error, true) };
  }
  await recordChannelSuccess(db, id);
  return { ok: true, error: null };
}

interface TestTexts {
  site: string;
  t: Translator['t'];
}

const sendTestMail =
  (db: Db, mailer: Mailer, to: string, { site, t }: TestTexts): PreparedTest =>
  () =>
    runTest(
      db,
      outgoingMailChannel,
      () =>
        mailer.send({
          to,
          subject: toSingleLine(t('mail.test.subject', { site })),
          text: `${t('mail.test.text', { site })}\n`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      (error, keepsAddresses) => describeChannelError(error, { keepsAddresses, secrets: mailer.secrets }),
    );

const testSource =
  (db: Db, source: ActiveProvider, attempt: (signal: AbortSignal) => Promise<unknown>): PreparedTest =>
  () =>
    runTest(
      db,
      source.id,
      () => attempt(AbortSignal.timeout(timeoutMs)),
      (error, keepsAddresses) => describeSourceError(source, error, { keepsAddresses }),
    );

/** @throws ValidationError at `/to` */
function requireMailAddress(to: string | undefined, viewer: Viewer): string {
  const { data } = Email.safeParse(to ?? viewer.email ?? '');
  if (data === undefined) throw validationError('dataproviders', 'to', to ? 'email' : 'required');
  return data;
}

/** @throws ValidationError at `/to`, also for a number whose owner wants no messages */
async function requirePhoneNumber(tx: Tx, to: string | undefined): Promise<string> {
  if (!to) throw validationError('dataproviders', 'to', 'required');
  const number = toInternationalNumber(normalizePhone(to), await readPhoneCountry(tx));
  if (to.length > limits.phone || !dialablePattern.test(number))
    throw validationError('dataproviders', 'to', 'invalid');
  if ((await findOptedOutNumbers(tx, [number])).length > 0)
    throw validationError('dataproviders', 'to', 'contactStopped');
  return number;
}

/**
 * Prepares a test.
 * @throws Problem 403 for callers who may not change the data source, or that cannot be tested; ValidationError at `/to`
 */
export async function prepareTest(
  tx: Tx,
  viewer: Viewer,
  id: ProviderId,
  { to }: z.output<typeof ChannelTestInput>,
  { db, secretBox, outbox, tools }: TestDependencies,
): Promise<PreparedTest> {
  const kind = findChannelTest(viewer, id);
  if (kind === null) throw accessDenied(viewer, 'update', 'dataproviders', id);
  const settings = await readSite(tx);
  const { t } = translatorFor(
    viewer.id === null ? null : await readUserLanguage(tx, viewer.id),
    settings.language,
  );
  const texts = { site: toPlainName(settings.name), t };
  if (id === 'outgoingemail') {
    const address = requireMailAddress(to, viewer);
    const mailer = await outbox.resolveMailer(tx);
    return mailer ? sendTestMail(db, mailer, address, texts) : async () => failure('not-configured');
  }
  const number = kind === 'send' ? await requirePhoneNumber(tx, to) : undefined;
  // One that is still off can be tested before it is switched on.
  const source = await readConfiguredProvider(tx, secretBox, id);
  const provider = findProvider(id);
  if (!source || !provider) return async () => failure('not-configured');
  if (number === undefined)
    return testSource(db, source, async (signal) =>
      provider.check
        ? provider.check(source.options, { ...tools, signal })
        : provider.poll?.(source.options, null, { ...tools, signal }),
    );
  const message = {
    id: 0,
    type: 'sms' as const,
    to: number,
    message: t('sms.test', texts),
    title: null,
    answers: null,
  };
  return testSource(db, source, async (signal) =>
    provider.send?.(source.options, message, { ...tools, signal }),
  );
}
