/**
 * A Dovecot mailbox, from the system's packages: tests against a real server, in addition to the small simulated
 * ones.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { localhostTls } from './localhost-tls.ts';
import { findFreePorts, isPortOpen } from './ports.ts';

const dovecotProgram = 'dovecot';
const programPath = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;

/** Whether Dovecot is installed, with POP3, which has a package of its own. It can only be started by root. */
export const hasDovecot =
  process.getuid?.() === 0 &&
  existsSync('/usr/lib/dovecot/pop3') &&
  spawnSync(dovecotProgram, ['--version'], { env: { PATH: programPath } }).error === undefined;

/** A running Dovecot. */
export interface Dovecot {
  /** Port with STARTTLS, and without. */
  imap: number;
  imaps: number;
  pop3: number;
  pop3s: number;
  /** Delivers a mail as a mail server does. Resolves once it is stored. */
  deliver: (mail: string) => Promise<void>;
  /** Deletes all mails. */
  deleteAll: () => Promise<void>;
  close: () => Promise<void>;
}

interface DovecotOptions {
  password: string;
  /** Whether it supports IDLE. */
  idle: boolean;
}

/** The uid that owns the mails: `mail` on every system. Dovecot rejects its own uid. */
const mailboxUid = 8;

const buildConfig = (
  folder: string,
  { password, idle }: DovecotOptions,
  [imap, imaps, pop3, pop3s]: readonly number[],
) => `
${idle ? '' : 'imap_capability = IMAP4rev1 LITERAL+\n'}protocols = imap pop3
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
first_valid_uid = ${mailboxUid}
mail_location = maildir:${folder}/home/Maildir
auth_failure_delay = 0
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${mailboxUid} gid=${mailboxUid} home=${folder}/home
}
service imap-login {
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = ${imaps}
    ssl = yes
  }
}
service pop3-login {
  inet_listener pop3 {
    port = ${pop3}
  }
  inet_listener pop3s {
    port = ${pop3s}
    ssl = yes
  }
}
`;

/**
 * Starts Dovecot with an empty mailbox, which every user name opens with this password. The password must not contain
 * spaces.
 */
export async function startDovecot(options: DovecotOptions): Promise<Dovecot> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-dovecot-'));
  await chmod(folder, 0o755);
  const box = path.join(folder, 'home', 'Maildir');
  for (const it of ['', 'tmp', 'new', 'cur']) await mkdir(path.join(box, it), { recursive: true });
  for (const it of [path.dirname(box), box, ...['tmp', 'new', 'cur'].map((name) => path.join(box, name))])
    await chown(it, mailboxUid, mailboxUid);
  const [imap = 0, imaps = 0, pop3 = 0, pop3s = 0] = await findFreePorts(4);
  await writeFile(path.join(folder, 'cert.pem'), localhostTls.cert);
  await writeFile(path.join(folder, 'key.pem'), localhostTls.key, { mode: 0o600 });
  const file = path.join(folder, 'dovecot.conf');
  await writeFile(file, buildConfig(folder, options, [imap, imaps, pop3, pop3s]));
  const child = spawn(dovecotProgram, ['-F', '-c', file], { env: { PATH: programPath }, stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (!((await isPortOpen(imap)) && (await isPortOpen(pop3s)))) {
    if (child.exitCode !== null) {
      const log = await readFile(path.join(folder, 'log'), 'utf8').catch(() => '');
      throw new Error(`Dovecot ended with ${child.exitCode}: ${log}`);
    }
    await wait(50);
  }
  let count = 0;
  return {
    imap,
    imaps,
    pop3,
    pop3s,
    async deliver(mail) {
      const name = `${Date.now()}.${++count}.localhost`;
      const mailFile = path.join(box, 'tmp', name);
      await writeFile(mailFile, mail);
      await chown(mailFile, mailboxUid, mailboxUid);
      await rename(mailFile, path.join(box, 'new', name));
    },
    async deleteAll() {
      for (const part of ['new', 'cur'])
        for (const name of await readdir(path.join(box, part))) await rm(path.join(box, part, name));
    },
    async close() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
