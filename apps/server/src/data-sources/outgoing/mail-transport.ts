/**
 * Transport of outgoing mail: the SMTP server that the operator set in the environment, else the transport that an administrator set
 * on the page of data sources.
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
import { toPlainName } from '../../kernel/plain-name.ts';
import type { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import type { MailTransport } from '../../mail/mail.public.ts';
import { decryptOptions, readActiveProviders, readSite } from '../../settings/settings.public.ts';

interface MailTransportDependencies {
  /** Set by the operator. */
  operatorSmtp: { smtpUrl: string; from: string } | undefined;
  secretBox: SecretBox;
  fetcher: GuardedFetch;
  /** Absolute path of the local mail program. */
  sendmailPath?: string | undefined;
  publicUrl: string | undefined;
}

const defaultPorts = { None: '25', SSL: '465', TLS: '587' } as const;
const parseSecurity = (text: string): MailTransportSettings['security'] =>
  text === 'SSL' || text === 'TLS' ? text : 'None';

/**
 * The transport that an administrator set; undefined if there is none or it is incomplete.
 * @param boundOptions stored options to use instead of the current ones
 */
async function readConfiguredTransport(
  tx: Tx,
  secretBox: SecretBox,
  domain: string,
  boundOptions: Readonly<Record<string, unknown>> | null,
): Promise<MailTransportSettings | undefined> {
  const options = boundOptions
    ? decryptOptions(secretBox, 'outgoingemail', boundOptions)
    : (await readActiveProviders(tx, secretBox)).find(({ id }) => id === 'outgoingemail')?.options;
  const type = options?.['outgoing_type'];
  if (!options || (type !== 'SMTP' && type !== 'Sendmail' && type !== 'Native')) return undefined;
  const { outgoing_server: host = '', outgoing_port: port, outgoing_username: username = '' } = options;
  if (type === 'SMTP' && host === '') return undefined;
  const site = await readSite(tx);
  const security = parseSecurity(options['outgoing_security'] ?? '');
  // Not the e-mail address of the site: who may change that must not receive what answers to account mails.
  const address = options['from'] || (username.includes('@') ? username : `waypost@${domain}`);
  const from = { name: options['from_name'] || toPlainName(site.name), address };
  const password = options['outgoing_password'] ?? '';
  return { type, host, port: Number(port || defaultPorts[security]), security, username, password, from };
}

/** Creates the mail transport of the outbox. */
export function createMailTransport({
  operatorSmtp,
  secretBox,
  fetcher,
  sendmailPath = defaultSendmailPath,
  publicUrl,
}: MailTransportDependencies): MailTransport {
  const domain = publicUrl ? new URL(publicUrl).hostname : senderDomain(operatorSmtp?.from ?? '');
  const operatorMailer: Mailer | undefined =
    operatorSmtp && createSmtpMailer(operatorSmtp.smtpUrl, operatorSmtp.from);
  return {
    domain,
    isOperators: operatorMailer !== undefined,
    close: () => operatorMailer?.close(),
    async resolveMailer(tx, boundOptions = null) {
      if (operatorMailer) return operatorMailer;
      const configured = await readConfiguredTransport(tx, secretBox, domain, boundOptions);
      return configured && createMailer(configured, { fetcher, sendmailPath });
    },
  };
}
