/**
 * By what mail leaves: the server that the operator set in the environment, else the way that an administrator set on the page
 * of data sources, else not at all.
 */
import type { Tx } from '../kernel/db.ts';
import type { GuardedFetch } from '../kernel/guarded-fetch.ts';
import { domainOf, type Mailer, type MailWay, mailerFor, smtpMailer, usualSendmail } from '../kernel/mail.ts';
import type { Vault } from '../kernel/vault.ts';
import type { MailDoor } from '../mail/mail.public.ts';
import { openProvider, readActiveProviders, readSite } from '../settings/settings.public.ts';

interface Around {
  /** What the operator set. */
  mail: { smtpUrl: string; from: string } | undefined;
  vault: Vault;
  fetcher: GuardedFetch;
  /** Absolute; the mail program of this machine. */
  sendmail?: string | undefined;
  publicUrl: string | undefined;
}

const usualPorts = { None: '25', SSL: '465', TLS: '587' } as const;
const securityOf = (text: string): MailWay['security'] => (text === 'SSL' || text === 'TLS' ? text : 'None');

/**
 * The way that an administrator set; undefined while none is, or it lacks something.
 * @param bound stored options to read instead of those of now
 */
async function readWay(
  tx: Tx,
  vault: Vault,
  domain: string,
  bound: Readonly<Record<string, unknown>> | null,
): Promise<MailWay | undefined> {
  const set = bound
    ? openProvider(vault, 'outgoingemail', bound)
    : (await readActiveProviders(tx, vault)).find(({ id }) => id === 'outgoingemail')?.options;
  const type = set?.['outgoing_type'];
  if (!set || (type !== 'SMTP' && type !== 'Sendmail' && type !== 'Native')) return undefined;
  const { outgoing_server: host = '', outgoing_port: port, outgoing_username: username = '' } = set;
  if (type === 'SMTP' && host === '') return undefined;
  const site = await readSite(tx);
  const security = securityOf(set['outgoing_security'] ?? '');
  const address = set['from'] || site.email || (username.includes('@') ? username : `waypost@${domain}`);
  const from = { name: set['from_name'] || site.name, address };
  const password = set['outgoing_password'] ?? '';
  return { type, host, port: Number(port || usualPorts[security]), security, username, password, from };
}

/** The door of the outbox. */
export function mailDoorOf({ mail, vault, fetcher, sendmail = usualSendmail, publicUrl }: Around): MailDoor {
  const domain = publicUrl ? new URL(publicUrl).hostname : domainOf(mail?.from ?? '');
  const operators: Mailer | undefined = mail && smtpMailer(mail.smtpUrl, mail.from);
  return {
    domain,
    isOperators: operators !== undefined,
    close: () => operators?.close(),
    async mailer(tx, bound = null) {
      if (operators) return operators;
      const way = await readWay(tx, vault, domain, bound);
      return way && mailerFor(way, { fetcher, sendmail });
    },
  };
}
