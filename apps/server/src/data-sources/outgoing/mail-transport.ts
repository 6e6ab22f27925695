/**
 * By what mail leaves: the server that the operator set in the environment, else the way that an administrator set on the page
 * of data sources, else not at all.
 */
import type { Tx } from '../../kernel/db/database.ts';
import {
  createMailer,
  createSmtpMailer,
  defaultSendmailPath,
  type Mailer,
  type MailTransportSettings,
  senderDomain,
} from '../../kernel/mailer.ts';
import type { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import type { MailDoor } from '../../mail/mail.public.ts';
import { decryptOptions, readActiveProviders, readSite } from '../../settings/settings.public.ts';

interface MailTransportDependencies {
  /** What the operator set. */
  operatorSmtp: { smtpUrl: string; from: string } | undefined;
  secretBox: SecretBox;
  fetcher: GuardedFetch;
  /** Absolute; the mail program of this machine. */
  sendmailPath?: string | undefined;
  publicUrl: string | undefined;
}

const defaultPorts = { None: '25', SSL: '465', TLS: '587' } as const;
const parseSecurity = (text: string): MailTransportSettings['security'] =>
  text === 'SSL' || text === 'TLS' ? text : 'None';

/**
 * The way that an administrator set; undefined while none is, or it lacks something.
 * @param boundOptions stored options to read instead of those of now
 */
async function readConfiguredTransport(
  tx: Tx,
  secretBox: SecretBox,
  domain: string,
  boundOptions: Readonly<Record<string, unknown>> | null,
): Promise<MailTransportSettings | undefined> {
  const set = boundOptions
    ? decryptOptions(secretBox, 'outgoingemail', boundOptions)
    : (await readActiveProviders(tx, secretBox)).find(({ id }) => id === 'outgoingemail')?.options;
  const type = set?.['outgoing_type'];
  if (!set || (type !== 'SMTP' && type !== 'Sendmail' && type !== 'Native')) return undefined;
  const { outgoing_server: host = '', outgoing_port: port, outgoing_username: username = '' } = set;
  if (type === 'SMTP' && host === '') return undefined;
  const site = await readSite(tx);
  const security = parseSecurity(set['outgoing_security'] ?? '');
  const address = set['from'] || site.email || (username.includes('@') ? username : `waypost@${domain}`);
  const from = { name: set['from_name'] || site.name, address };
  const password = set['outgoing_password'] ?? '';
  return { type, host, port: Number(port || defaultPorts[security]), security, username, password, from };
}

/** The door of the outbox. */
export function createMailTransport({
  operatorSmtp: mail,
  secretBox,
  fetcher,
  sendmailPath: sendmail = defaultSendmailPath,
  publicUrl,
}: MailTransportDependencies): MailDoor {
  const domain = publicUrl ? new URL(publicUrl).hostname : senderDomain(mail?.from ?? '');
  const operatorMailer: Mailer | undefined = mail && createSmtpMailer(mail.smtpUrl, mail.from);
  return {
    domain,
    isOperators: operatorMailer !== undefined,
    close: () => operatorMailer?.close(),
    async resolveMailer(tx, boundOptions = null) {
      if (operatorMailer) return operatorMailer;
      const configured = await readConfiguredTransport(tx, secretBox, domain, boundOptions);
      return configured && createMailer(configured, { fetcher, sendmailPath: sendmail });
    },
  };
}
